/** The Worker of this section on workerd, and its client. */
import { Agent, request } from "node:http";
import { join } from "node:path";
import { root } from "../../../scripts/stack.mjs";
import { buildBundle } from "../../support/workerd/bundle.ts";
import type { Bundle } from "../../support/workerd/uploaded-files.ts";
import { serve, text, workerFields } from "../../support/workerd/serve.ts";
import type { Job } from "./job.ts";

export function buildWorker(directory: string): Promise<Bundle> {
  return buildBundle(directory, join(root, "test/bench/loader/wrangler.toml"));
}

interface Done {
  /** From the first byte sent to the last one received. */
  readonly ms: number;
  /** The value of the last script, as JSON text. */
  readonly text: string;
}

export interface BenchWorker {
  /** @throws when a script failed */
  run(job: Job): Promise<Done>;
  stop(): Promise<void>;
}

export async function startWorker(bundle: Bundle, assets: string, directory: string): Promise<BenchWorker> {
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "bench", worker = (
      ${await workerFields(bundle, directory)}
      bindings = [(name = "LOADER", workerLoader = (id = "bench")), (name = "ASSETS", service = "assets")],
    )),
    (name = "assets", disk = (path = ${text(assets)})),
  ],
  sockets = [(name = "http", http = (), service = "bench")],
);
`;
  const workerd = await serve({ directory, config, readyPath: "/" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    run: (job) => post(agent, workerd.port, JSON.stringify(job)),
    async stop() {
      agent.destroy();
      await workerd.stop();
    },
  };
}

function post(agent: Agent, port: number, body: string): Promise<Done> {
  const options = {
    host: "127.0.0.1",
    port,
    method: "POST",
    agent,
    headers: { "content-length": String(Buffer.byteLength(body)) },
  };
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const sent = request(options, (response) => {
      let answer = "";
      response.setEncoding("utf8").on("data", (part: string) => (answer += part));
      response.once("error", reject);
      response.once("end", () => {
        const ms = performance.now() - from;
        if (response.statusCode === 200) resolve({ ms, text: answer });
        else reject(new Error(`${body.slice(0, 500)}\n${response.statusCode} ${answer}`));
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
