/**
 * The first script of a fresh process: what a client waits for after a deployment or after a quiet hour. "Warm": the client has listed
 * the tools, as every client does. "Cold": nothing was asked before; the catalog comes from storage.
 */
import { BenchClient } from "./client.ts";
import { sample, type Section } from "./section.ts";
import { startWorkerd } from "../../support/workerd/gateway.ts";

const PROCESSES = 15;
const mcpServers = { notes: { type: "local" } };
const ONE_CALL = "(await notes.list_notes()).notes.length";

export const firstRun: Section = {
  name: "first-run",
  async measure({ bundle, directory }) {
    const inFreshProcess = async (work: (client: BenchClient) => Promise<number>): Promise<number> => {
      const gateway = await startWorkerd({ bundle, directory, mcpServers });
      const client = new BenchClient(gateway.port);
      try {
        return await work(client);
      } finally {
        client.close();
        await gateway.stop();
      }
    };
    // Fills the storage that all others start with.
    await inFreshProcess((client) => client.listTools());
    const warm = (code: string) =>
      sample(PROCESSES, () =>
        inFreshProcess(async (client) => {
          await client.listTools();
          return client.execute(code);
        }),
      );
    return [
      { what: "first execute_code, warm gateway: 1+1", samples: await warm("1+1"), bar: 60 },
      { what: "first execute_code, warm gateway: one tool call", samples: await warm(ONE_CALL), bar: 60 },
      {
        what: "first request of a process is execute_code: 1+1",
        samples: await sample(PROCESSES, () => inFreshProcess((client) => client.execute("1+1"))),
      },
    ];
  },
};
