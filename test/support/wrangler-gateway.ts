/** A gateway under `wrangler dev`, which also serves the static assets as a deployment does, with storage and logs of its own. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { startGateway } from "../../scripts/stack.mjs";
import { temporaryDirectory } from "./temporary-directory.ts";

export interface WranglerGatewayOptions {
  /** Far from those of others: test files run side by side, and two that look for a free port at once would find the same. */
  readonly port: number;
  readonly mcpServers: unknown;
  /** What else gateway.json says. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly vars: Readonly<Record<string, string>>;
}

export interface WranglerGateway {
  readonly origin: string;
  readonly url: string;
  stop(): Promise<void>;
}

/** The developer's own .dev.vars, which `wrangler dev` reads, must not decide how a test ends. */
const CLOSED = { ISOGATE_OPEN: "", ISOGATE_API_KEY: "", ISOGATE_SETUP_TOKEN: "" };

export async function openWranglerGateway(options: WranglerGatewayOptions): Promise<WranglerGateway> {
  const { port, mcpServers, settings, vars } = options;
  await using starting = new AsyncDisposableStack();
  const directory = await temporaryDirectory();
  starting.defer(() => rm(directory, { recursive: true, force: true }));
  const gateway = await startGateway({
    port,
    config: { mcpServers, ...settings },
    vars: { ...CLOSED, ...vars },
    persistTo: join(directory, "state"),
    logs: join(directory, "logs"),
  });
  starting.defer(() => gateway.stop());
  const running = starting.move();
  return { origin: gateway.origin, url: gateway.url, stop: () => running.disposeAsync() };
}
