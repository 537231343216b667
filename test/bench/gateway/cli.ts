/** The `isogate` command: a process from its start to its end, with a script that costs the gateway next to nothing. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { buildCli } from "../../../scripts/build-cli.mjs";
import { root } from "../../../scripts/stack.mjs";
import { sample, type Section } from "./section.ts";
import { startWorkerd } from "../../support/workerd/gateway.ts";

const PROCESSES = 40;

export const cli: Section = {
  name: "cli",
  async measure({ bundle, directory }) {
    await buildCli();
    const gateway = await startWorkerd({ bundle, directory, mcpServers: { notes: { type: "local" } } });
    const env = { ...process.env, XDG_CONFIG_HOME: directory, ISOGATE_URL: `http://127.0.0.1:${gateway.port}` };
    const time = async (args: readonly string[], want: string): Promise<number> => {
      const start = performance.now();
      const { stdout } = await promisify(execFile)(process.execPath, [...args], { env });
      const ms = performance.now() - start;
      if (stdout !== want) throw new Error(`${args.join(" ")} printed ${JSON.stringify(stdout)}`);
      return ms;
    };
    const command = join(root, "bin/isogate.mjs");
    try {
      const exec = [command, "code", "exec", "--code", "1+1"];
      await time(exec, "2\n");
      return [
        {
          what: "isogate code exec: 1+1, the whole process, the gateway's time included",
          samples: await sample(PROCESSES, () => time(exec, "2\n")),
          bar: 150,
        },
        { what: "a Node process that does nothing", samples: await sample(PROCESSES, () => time(["-e", "0"], "")) },
      ];
    } finally {
      await gateway.stop();
    }
  },
};
