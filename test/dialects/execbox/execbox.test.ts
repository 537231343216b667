/** Scripts written for execbox (`mcp.*`) and `@cloudflare/codemode` (`codemode.*`). */
import { runSamples } from "../samples.ts";

runSamples(import.meta.glob("./samples/*", { query: "?raw", import: "default", eager: true }), 10);
