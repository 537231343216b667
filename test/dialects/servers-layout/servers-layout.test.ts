/** Scripts written for a folder of generated tool files, as Anthropic describes it. */
import { runSamples } from "../samples.ts";

runSamples(import.meta.glob("./samples/*", { query: "?raw", import: "default", eager: true }), 10);
