/**
 * A gateway under `wrangler dev` for end-to-end tests, with storage and logs of its own. Whoever starts one names a port
 * far from the others': test files run side by side, and two that look for a free port at once would find the same.
 */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { startGateway } from "../../scripts/stack.mjs";
import { temporaryDirectory } from "../support/temporary-directory.ts";

export interface GatewayOptions {
  readonly port: number;
  readonly mcpServers: unknown;
  /** What else gateway.json says. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly vars: Readonly<Record<string, string>>;
  /** Storage that outlives the gateway; whoever passes it removes it. */
  readonly persistTo?: string;
}

export interface TestGateway {
  readonly origin: string;
  readonly url: string;
  /** What it has printed so far. */
  readLog(): Promise<string>;
  stop(): Promise<void>;
}

/** The developer's own .dev.vars, which `wrangler dev` reads, must not decide how a test ends. */
const CLOSED = { ISOGATE_OPEN: "", ISOGATE_API_KEY: "", ISOGATE_SETUP_TOKEN: "" };

export async function openGateway({
  port,
  mcpServers,
  settings,
  vars,
  persistTo,
}: GatewayOptions): Promise<TestGateway> {
  const directory = await temporaryDirectory();
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    const gateway = await startGateway({
      port,
      config: { mcpServers, ...settings },
      vars: { ...CLOSED, ...vars },
      persistTo: persistTo ?? join(directory, "state"),
      logs: join(directory, "logs"),
    });
    return {
      origin: gateway.origin,
      url: gateway.url,
      readLog: () => readFile(join(directory, "logs", `gateway-${gateway.port}.log`), "utf8"),
      stop: async () => {
        await gateway.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
