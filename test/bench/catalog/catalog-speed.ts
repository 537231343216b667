/** What a catalog costs in workerd, from tool lists to SDK text, to a searchable index, to an answer. Over HTTP, which is in every row. */
import { join } from "node:path";
import { Agent, request } from "node:http";
import { root } from "../../../scripts/stack.mjs";
import { goldenRequests } from "../../catalog/golden/golden.ts";
import { loadCatalogs, type Catalog } from "../../fixtures/catalogs/load.ts";
import { compileVocabulary } from "../../../scripts/compile-vocabulary.ts";
import { enlargedCatalogs, LARGE } from "../enlarged-catalogs.ts";
import { buildBundle } from "../../support/workerd/bundle.ts";
import type { Bundle } from "../../support/workerd/uploaded-files.ts";
import { sample, type Measurement, type Section } from "../gateway/section.ts";
import { serve, workerFields } from "../../support/workerd/serve.ts";

const ROUNDS = 9;

export const catalogSpeed: Section = {
  name: "search-and-sdk-in-workerd",
  async measure({ directory }) {
    const bundle = await buildBundle(join(directory, "bundle"), join(root, "test/bench/catalog/wrangler.toml"));
    const all = loadCatalogs();
    return [
      ...(await withWorker({ bundle, directory }, (worker) => measureCatalogs(worker, all))),
      ...(await withWorker({ bundle, directory }, (worker) => measureSearch(worker, enlargedCatalogs()))),
    ];
  },
};

async function measureCatalogs(worker: Steps, catalogs: readonly Catalog[]): Promise<Measurement[]> {
  await worker.take(catalogs);
  const times = await worker.rounds(["/sdk", "/print", "/build", "/pack", "/load", "/join"]);
  const what = `${catalogs.length} catalogs, ${catalogs.reduce((sum, { tools }) => sum + tools.length, 0)} tools`;
  const texts = times("/sdk").map((ms, round) => ms + (times("/print")[round] ?? 0));
  return [
    { what: `${what}: lists to SDK text`, samples: texts, bar: 1_000, note: first(texts) },
    ...indexRows(what, times),
  ];
}

async function measureSearch(worker: Steps, catalogs: readonly Catalog[]): Promise<Measurement[]> {
  await worker.take(catalogs);
  const what = `${LARGE} tools`;
  await worker.run("/sdk");
  const times = await worker.rounds(["/build", "/pack", "/load", "/join"]);
  const empty = await sample(200, () => worker.run("/"));
  const search = (index: number): Promise<number> =>
    worker.run(`/search?${new URLSearchParams({ query: goldenRequests[index]?.request ?? "" })}`);
  const coldest = await search(0);
  const samples = await sample(goldenRequests.length, search);
  return [
    ...indexRows(what, times),
    { what: `${what}: search`, samples, bar: 5, barOf: 0.95, note: `first: ${coldest.toFixed(1)}` },
    { what: "  an empty request", samples: empty },
  ];
}

function indexRows(what: string, times: (step: string) => readonly number[]): Measurement[] {
  const row = (step: string, does: string) => ({
    what: `${what}: ${does}`,
    samples: times(step),
    note: first(times(step)),
  });
  return [
    row("/build", "build the index parts"),
    row("/load", "read the stored parts instead"),
    row("/join", "join the parts"),
  ];
}

function first([ms = 0]: readonly number[]): string {
  return `first: ${ms.toFixed(1)}`;
}

interface Steps {
  /** @returns milliseconds */
  run(path: string, body?: string): Promise<number>;
  take(catalogs: readonly Catalog[]): Promise<void>;
  /** The steps in order, several times. @returns the times of one step */
  rounds(steps: readonly string[]): Promise<(step: string) => readonly number[]>;
}

async function withWorker(
  { bundle, directory }: { readonly bundle: Bundle; readonly directory: string },
  work: (worker: Steps) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "bench", worker = (
    ${await workerFields(bundle, directory)}
  ))],
  sockets = [(name = "http", http = (), service = "bench")],
);
`;
  const workerd = await serve({ directory, config, readyPath: "/" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const run: Steps["run"] = (path, body) => ask({ agent, port: workerd.port, path }, body);
    await run("/take-vocabulary", JSON.stringify(compileVocabulary()));
    await run("/open-vocabulary");
    return await work({
      run,
      take: async (catalogs) =>
        void (await run(
          "/take",
          JSON.stringify(catalogs.map(({ name, tools }) => ({ name: name.replaceAll(/\W/g, "_"), tools }))),
        )),
      async rounds(steps) {
        const times = new Map<string, number[]>(steps.map((step) => [step, []]));
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const step of steps) times.get(step)?.push(await run(step));
        }
        return (step) => times.get(step) ?? [];
      },
    });
  } finally {
    agent.destroy();
    await workerd.stop();
  }
}

function ask(
  options: { readonly agent: Agent; readonly port: number; readonly path: string },
  body = "",
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const from = performance.now();
  const sent = request({ ...options, host: "127.0.0.1", method: "POST" }, (response) => {
    response.resume();
    response.once("error", reject);
    response.once("end", () => {
      if (response.statusCode === 200) resolve(performance.now() - from);
      else reject(new Error(`${options.path} answered ${response.statusCode}`));
    });
  });
  sent.once("error", reject);
  sent.end(body);
  return promise;
}
