/**
 * The gateway on workerd itself: no wrangler, no proxy, no log. The configuration says what wrangler.toml says; the
 * compatibility date and flags are read from there.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { answering, freePort, start } from "../../../scripts/processes.mjs";
import { root } from "../../../scripts/stack.mjs";
import type { Bundle } from "./bundle.ts";

const READY_MS = 20_000;

export interface RawGateway {
  readonly port: number;
  stop(): Promise<void>;
}

export interface RawGatewayOptions {
  readonly bundle: Bundle;
  /** Configuration, log and storage; a second gateway in the same directory finds the storage of the first. */
  readonly directory: string;
  readonly mcpServers: unknown;
}

export async function startWorkerd({ bundle, directory, mcpServers }: RawGatewayOptions): Promise<RawGateway> {
  const state = join(directory, "state");
  await mkdir(state, { recursive: true });
  const config = join(directory, "workerd.capnp");
  await writeFile(
    config,
    await workerdConfig(bundle, { directory, state, gatewayJson: JSON.stringify({ mcpServers }) }),
  );
  const port = await freePort(9800);
  const wrangler = createRequire(createRequire(import.meta.url).resolve("wrangler/package.json"));
  const binary = wrangler.resolve("workerd/bin/workerd");
  const args = ["serve", "--experimental", config, "--socket-addr", `http=127.0.0.1:${port}`];
  const workerd = start("workerd", binary, args, { cwd: directory, log: join(directory, "workerd.log") });
  try {
    await answering("workerd", `http://127.0.0.1:${port}/health`, workerd, READY_MS);
  } catch (error) {
    await workerd.stop();
    throw error;
  }
  return { port, stop: () => workerd.stop() };
}

interface Places {
  /** Where the configuration is written. */
  readonly directory: string;
  readonly state: string;
  readonly gatewayJson: string;
}

async function workerdConfig(bundle: Bundle, { directory, state, gatewayJson }: Places): Promise<string> {
  const toml = await readFile(join(root, "wrangler.toml"), "utf8");
  const date = /^compatibility_date = (".+")$/m.exec(toml)?.[1];
  const flags = /^compatibility_flags = (\[.*\])$/m.exec(toml)?.[1];
  if (date === undefined || flags === undefined) throw new Error("wrangler.toml has no compatibility date or flags.");
  // Cap'n Proto text and JSON write strings alike. The entry has to be the first module; `embed` knows relative paths only.
  const text = JSON.stringify;
  const embedded = ["index.js", ...bundle.modules.filter((name) => name !== "index.js")].map((name) => {
    const kind = name === "index.js" ? "esModule" : "text";
    return `(name = ${text(name)}, ${kind} = embed ${text(relative(directory, join(bundle.directory, name)))})`;
  });
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "gateway", worker = (
      modules = [${embedded.join(", ")}],
      compatibilityDate = ${date},
      compatibilityFlags = ${flags},
      bindings = [
        (name = "LOADER", workerLoader = (id = "gateway")),
        (name = "GATEWAY", durableObjectNamespace = "Gateway"),
        (name = "ASSETS", service = "assets"),
        (name = "ISOGATE_OPEN", text = "local"),
        (name = "GATEWAY_JSON", text = ${text(gatewayJson)}),
      ],
      durableObjectNamespaces = [(className = "Gateway", uniqueKey = "gateway", enableSql = true)],
      durableObjectStorage = (localDisk = "state"),
    )),
    (name = "assets", disk = (path = ${text(bundle.assets)})),
    (name = "state", disk = (path = ${text(state)}, writable = true)),
    (name = "internet", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", http = (), service = "gateway")],
);
`;
}
