/** workerd itself, started on a configuration: no wrangler, no proxy, no log in the way of what is measured. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { answering, start } from "../../../scripts/processes.mjs";
import { root } from "../../../scripts/stack.mjs";
import type { Bundle } from "./uploaded-files.ts";

const READY_MS = 20_000;

export interface RawWorker {
  readonly port: number;
  readonly pid: number | undefined;
  /** What it has printed so far. */
  readLog(): Promise<string>;
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
  /** The kernel chooses one if absent: two processes that look for a free one at the same time can both be answered by the first. */
  readonly port?: number | undefined;
}

export async function serve({ directory, config, readyPath, port: wanted = 0 }: Served): Promise<RawWorker> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, "workerd.capnp");
  await writeFile(file, config);
  const wrangler = createRequire(createRequire(import.meta.url).resolve("wrangler/package.json"));
  const binary = wrangler.resolve("workerd/bin/workerd");
  const args = ["serve", "--experimental", file, "--socket-addr", `http=127.0.0.1:${wanted}`, "--control-fd", "3"];
  const log = join(directory, "workerd.log");
  const workerd = start("workerd", binary, args, { cwd: directory, log, withControl: true });
  let port = 0;
  try {
    port = await listeningPort(workerd);
    await answering("workerd", `http://127.0.0.1:${port}${readyPath}`, workerd, READY_MS);
  } catch (error) {
    await workerd.stop();
    throw error;
  }
  return {
    port,
    pid: workerd.pid,
    readLog: () => readFile(log, "utf8"),
    stop: () => workerd.stop(),
    kill: () => workerd.kill(),
  };
}

/** @returns the port of the socket named `http` @throws Error with the end of the log if workerd ends before it listens */
async function listeningPort(workerd: ReturnType<typeof start>): Promise<number> {
  const { control } = workerd;
  if (control === undefined) throw new Error("workerd was started without a control descriptor.");
  for await (const line of createInterface({ input: control })) {
    const told = JSON.parse(line) as { readonly event: string; readonly socket?: string; readonly port?: number };
    if (told.event === "listen" && told.socket === "http" && told.port !== undefined) return told.port;
  }
  throw new Error(`workerd ended before it was ready:\n${workerd.tail()}`);
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
