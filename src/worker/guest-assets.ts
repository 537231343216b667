/** Loads static assets for guests: the TypeScript transpiler and the packages that scripts may import. */
import { createTranspile } from "../../worker-loader/index.ts";
import type { Transpile } from "../../worker-loader/index.ts";
import { version } from "esbuild-wasm/package.json";
import type { Env } from "../config/env.ts";

export function transpileWith(env: Env): Transpile {
  return createTranspile(env.LOADER, version, (name) => env.ASSETS.fetch(`https://assets/transpiler/${name}`));
}

/** @returns the module of a package, as `scripts/build-assets.mjs` bundled it @throws Error if the assets do not have it */
export async function loadPackage(env: Env, name: string): Promise<string> {
  const response = await env.ASSETS.fetch(`https://assets/packages/${encodeURIComponent(name)}.js`);
  if (!response.ok) throw new Error(`The package ${name} is not among the assets; build the gateway again.`);
  return response.text();
}
