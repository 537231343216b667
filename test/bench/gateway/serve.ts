/** workerd itself, started on a configuration: no wrangler, no proxy, no log in the way of what is measured. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { answering, freePort, start } from "../../../scripts/processes.mjs";
import { root } from "../../../scripts/stack.mjs";
import type { Bundle } from "./bundle.ts";

const READY_MS = 20_000;

export interface RawWorker {
  readonly port: number;
  readonly pid: number | undefined;
  stop(): Promise<void>;
  /** As a crash would end it. */
  kill(): Promise<void>;
}

export interface Served {
  /** For the configuration and the log; paths in the configuration are relative to it. */
  readonly directory: string;
  /** Cap'n Proto text with a socket named `http`. */
  readonly config: string;
  /** Answers as soon as the Worker does. */
  readonly readyPath: string;
  /** The first port to try. */
  readonly port: number;
}

export async function serve({ directory, config, readyPath, port: wanted }: Served): Promise<RawWorker> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, "workerd.capnp");
  await writeFile(file, config);
  const port = await freePort(wanted);
  const wrangler = createRequire(createRequire(import.meta.url).resolve("wrangler/package.json"));
  const binary = wrangler.resolve("workerd/bin/workerd");
  const args = ["serve", "--experimental", file, "--socket-addr", `http=127.0.0.1:${port}`];
  const workerd = start("workerd", binary, args, { cwd: directory, log: join(directory, "workerd.log") });
  try {
    await answering("workerd", `http://127.0.0.1:${port}${readyPath}`, workerd, READY_MS);
  } catch (error) {
    await workerd.stop();
    throw error;
  }
  return { port, pid: workerd.pid, stop: () => workerd.stop(), kill: () => workerd.kill() };
}

/** The fields of a `worker` that say what it runs: its modules, and the date and flags of wrangler.toml. */
export async function workerFields(bundle: Bundle, directory: string): Promise<string> {
  const toml = await readFile(join(root, "wrangler.toml"), "utf8");
  const date = /^compatibility_date = (".+")$/m.exec(toml)?.[1];
  const flags = /^compatibility_flags = (\[.*\])$/m.exec(toml)?.[1];
  if (date === undefined || flags === undefined) throw new Error("wrangler.toml has no compatibility date or flags.");
  // The entry has to be the first module; `embed` knows relative paths only.
  const embedded = ["index.js", ...bundle.modules.filter((name) => name !== "index.js")].map((name) => {
    const kind = name === "index.js" ? "esModule" : "text";
    return `(name = ${text(name)}, ${kind} = embed ${text(relative(directory, join(bundle.directory, name)))})`;
  });
  return `modules = [${embedded.join(", ")}],
      compatibilityDate = ${date},
      compatibilityFlags = ${flags},`;
}

/** Cap'n Proto text and JSON write strings alike. */
export const text = JSON.stringify;
