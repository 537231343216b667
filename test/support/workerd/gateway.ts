/** The gateway on workerd itself. The configuration says what wrangler.toml says. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { V8_FLAGS } from "../../../scripts/stack.mjs";
import type { Bundle } from "./uploaded-files.ts";
import { serve, text, workerFields, type RawWorker } from "./serve.ts";

export interface RawGatewayOptions {
  readonly bundle: Bundle;
  /** Configuration, log and storage; a second gateway in the same directory finds the storage of the first. */
  readonly directory: string;
  readonly mcpServers: unknown;
  readonly policy?: unknown;
  readonly fetch?: unknown;
  /** What answers when the gateway is ready; one whose configuration is refused answers no /health. */
  readonly readyPath?: string;
  /** The size of an isolate's heap at which V8 ends the process; V8's default, which depends on the machine, if absent. */
  readonly maxHeapMegabytes?: number;
  /** Secrets and variables of the Worker; an open gateway if absent. */
  readonly vars?: Readonly<Record<string, string>>;
  /** The kernel chooses one if absent. */
  readonly port?: number;
  /** A certificate (PEM) that requests of the Worker trust beside those of browsers. */
  readonly trusts?: string;
}

export async function startWorkerd({
  bundle,
  directory,
  readyPath = "/health",
  maxHeapMegabytes,
  vars = { ISOGATE_OPEN: "local" },
  port,
  trusts,
  ...settings
}: RawGatewayOptions): Promise<RawWorker> {
  const state = join(directory, "state");
  await mkdir(state, { recursive: true });
  const config = await workerdConfig(bundle, {
    directory,
    state,
    vars: { GATEWAY_JSON: JSON.stringify(settings), ...vars },
    maxHeapMegabytes,
    trusts,
  });
  return serve({ directory, config, readyPath, port });
}

interface Places {
  /** Where the configuration is written. */
  readonly directory: string;
  readonly state: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly maxHeapMegabytes: number | undefined;
  readonly trusts: string | undefined;
}

async function workerdConfig(bundle: Bundle, places: Places): Promise<string> {
  const { directory, state, vars, maxHeapMegabytes, trusts } = places;
  const trusted = trusts === undefined ? "" : `, trustedCertificates = [${text(trusts)}]`;
  const variables = Object.entries(vars).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)}),`);
  const heap = maxHeapMegabytes === undefined ? [] : [`--max-heap-size=${maxHeapMegabytes}`];
  const flags = [...V8_FLAGS, ...heap];
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "gateway", worker = (
      ${await workerFields(bundle, directory)}
      bindings = [
        (name = "LOADER", workerLoader = (id = "gateway")),
        (name = "GATEWAY", durableObjectNamespace = "Gateway"),
        (name = "DIRECTORY", durableObjectNamespace = "Directory"),
        (name = "ASSETS", service = "assets"),
        ${variables.join("\n        ")}
      ],
      durableObjectNamespaces = [
        (className = "Gateway", uniqueKey = "gateway", enableSql = true),
        (className = "Directory", uniqueKey = "directory", enableSql = true),
      ],
      durableObjectStorage = (localDisk = "state"),
    )),
    (name = "assets", disk = (path = ${text(bundle.assets)})),
    (name = "state", disk = (path = ${text(state)}, writable = true)),
    (name = "internet", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true${trusted}))),
  ],
  v8Flags = ${text(flags)},
  sockets = [(name = "http", http = (), service = "gateway")],
);
`;
}
