/**
 * The packages that the gateway and its clients import, bundled once for all projects whose tests run inside workerd. vitest loads each module
 * of a Worker under test by a message, with its source map: without this, 900 of the 1,200 modules that each such Worker loads are of packages.
 */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import type { Plugin } from "vitest/config";
import { root } from "../../scripts/stack.mjs";

const PACKAGES = [
  "@cloudflare/workers-oauth-provider",
  "@jridgewell/trace-mapping",
  "@modelcontextprotocol/client",
  "@modelcontextprotocol/server",
  "@sveltejs/acorn-typescript",
  "acorn",
  "acorn-walk",
  "agents/mcp/server",
  "graphql",
  "hono",
  "hono/cors",
  "hono/factory",
  "hono/html",
  "hono/tiny",
  "jose",
  "jose/jwks/remote",
  "jose/jwt/verify",
  "magic-string",
  "yaml",
  "zod",
];

const directory = join(root, ".isogate/test-packages");
const fileOf = (name: string): string => name.replaceAll(/\W+/g, "_");

export async function bundledPackages(): Promise<Plugin> {
  await build({
    entryPoints: Object.fromEntries(PACKAGES.map((name) => [fileOf(name), name])),
    outdir: directory,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "module", "browser"],
    mainFields: ["browser", "module", "main"],
    external: ["node:*", "cloudflare:*"],
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: "warning",
  });
  const bundled = new Map(PACKAGES.map((name) => [name, join(directory, `${fileOf(name)}.mjs`)]));
  return {
    name: "bundled-packages",
    enforce: "pre",
    resolveId: (id) => bundled.get(id),
    // An empty map says that there is none; otherwise each line of a bundle is sent twice.
    load: async (id) =>
      dirname(id) === directory ? { code: await readFile(id, "utf8"), map: { mappings: "" } } : null,
  };
}
