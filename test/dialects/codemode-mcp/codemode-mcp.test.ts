/** Scripts written for codemode-mcp, which speak to its proxy on localhost. */
import { runSamples } from "../samples.ts";

runSamples(import.meta.glob("./samples/*", { query: "?raw", import: "default", eager: true }), 10);
