// Bundles the npm packages of gateway.json, each as one module for guests, and lists them with version and hash for approvals.
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @param {readonly string[]} names
 * @param {string} folder where the packages are installed
 * @returns files by asset name, and messages about packages that cannot be bundled
 */
export async function bundlePackages(names, folder) {
  const files = new Map();
  const problems = [];
  const index = {};
  for (const name of names) {
    try {
      const module = await bundle(name, folder);
      const { version } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"));
      const sha256 = createHash("sha256").update(module).digest("hex");
      index[name] = { version: String(version), sha256 };
      files.set(`packages/${sha256}.js`, module);
    } catch (error) {
      const reason = error.errors?.[0]?.text ?? error.message;
      problems.push(
        `gateway.json lists the package ${name}, which cannot be bundled: ${reason}. Is it installed (npm install ${name})?`,
      );
    }
  }
  files.set("packages/index.json", Buffer.from(JSON.stringify(index)));
  return { files, problems };
}

async function bundle(name, folder) {
  const { build } = await import("esbuild");
  const quoted = JSON.stringify(name);
  const contents = `export * from ${quoted}; import * as all from ${quoted}; export default all.default ?? all;`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["worker", "browser"],
    target: "es2022",
    minify: true,
    logLevel: "silent",
  });
  return Buffer.from(outputFiles[0].contents);
}
