/** Scripts written for NCP. */
import { runSamples } from "../samples.ts";

runSamples(import.meta.glob("./samples/*", { query: "?raw", import: "default", eager: true }), 25);
