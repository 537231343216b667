/** A gateway on workerd for end-to-end tests, with storage and a log of its own. */
import { rm } from "node:fs/promises";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import type { Bundle } from "../support/workerd/uploaded-files.ts";
import { startWorkerd } from "../support/workerd/gateway.ts";

export interface GatewayOptions {
  readonly bundle: Bundle;
  /** The kernel chooses one if absent. */
  readonly port?: number;
  readonly mcpServers: unknown;
  /** What else gateway.json says. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Secrets and variables of the Worker; without `ISOGATE_OPEN` or a key it is closed. */
  readonly vars: Readonly<Record<string, string>>;
  /** Storage that outlives the gateway; whoever passes it removes it. */
  readonly persistTo?: string;
  /** A certificate (PEM) that requests of the Worker trust. */
  readonly trusts?: string;
}

export interface TestGateway {
  readonly port: number;
  readonly origin: string;
  readonly url: string;
  /** What it has printed so far. */
  readLog(): Promise<string>;
  stop(): Promise<void>;
}

export async function openGateway({ settings, persistTo, ...options }: GatewayOptions): Promise<TestGateway> {
  const directory = persistTo ?? (await temporaryDirectory());
  const remove = async (): Promise<void> => {
    if (persistTo === undefined) await rm(directory, { recursive: true, force: true });
  };
  try {
    const worker = await startWorkerd({ ...options, ...settings, directory });
    const origin = `http://127.0.0.1:${worker.port}`;
    return {
      port: worker.port,
      origin,
      url: `${origin}/mcp`,
      readLog: () => worker.readLog(),
      async stop() {
        await worker.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
