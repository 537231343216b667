/** The TypeScript transpiler on the deployment's static assets. */
import { createTranspile } from "../../worker-loader/index.ts";
import type { Transpile } from "../../worker-loader/index.ts";
import { version } from "esbuild-wasm/package.json";
import type { Env } from "../env.ts";

export function transpileWith(env: Env): Transpile {
  return createTranspile(env.LOADER, version, (name) => env.ASSETS.fetch(`https://assets/transpiler/${name}`));
}
