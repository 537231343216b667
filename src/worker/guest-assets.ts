/** Loads static assets for guests: the TypeScript transpiler and the packages that scripts may import. */
import { createTranspile, type Transpile } from "../../worker-loader/index.ts";
import { version } from "esbuild-wasm/package.json";
import * as z from "zod";
import type { Env } from "../config/env.ts";
import type { BundledPackages } from "../runs/imported-package.ts";

export function transpileWith(env: Env): Transpile {
  return createTranspile(env.LOADER, version, (name) => env.ASSETS.fetch(`https://assets/transpiler/${name}`));
}

const bundledSchema = z.record(z.string(), z.object({ version: z.string(), sha256: z.string() }));
let bundled: BundledPackages | undefined;

/** @returns the packages that `scripts/bundle-packages.mjs` has bundled, by name */
export async function bundledPackages(env: Env): Promise<BundledPackages> {
  if (bundled !== undefined) return bundled;
  const response = await env.ASSETS.fetch("https://assets/packages/index.json");
  if (!response.ok) return new Map();
  bundled = new Map(Object.entries(bundledSchema.parse(await response.json())));
  return bundled;
}

/** @returns the module of a package @throws Error if the assets do not have it */
export async function loadPackage(env: Env, name: string): Promise<string> {
  const { sha256 } = (await bundledPackages(env)).get(name) ?? {};
  const response = sha256 === undefined ? undefined : await env.ASSETS.fetch(`https://assets/packages/${sha256}.js`);
  if (response?.ok !== true) throw new Error(`The package ${name} is not among the assets; build the gateway again.`);
  return response.text();
}
