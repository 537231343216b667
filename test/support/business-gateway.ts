/** Gateways on plain workerd in front of the business upstreams, each with a policy of its own; stopped and deleted together. */
import { rm } from "node:fs/promises";
import type { Bundle } from "./workerd/uploaded-files.ts";
import type { RawWorker } from "./workerd/serve.ts";
import { startWorkerd } from "./workerd/gateway.ts";
import { CLIENTS, type OpenClient } from "../e2e/open-client.ts";
import { startBusinessUpstreams, type BusinessUpstreams } from "../fixtures/upstreams/business-upstreams.ts";
import { envelopeOf, textOf, type Envelope } from "./answer.ts";
import { SameAddress } from "./same-address.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

export interface BusinessGateway {
  readonly origin: string;
  readonly client: OpenClient;
  readonly upstreams: BusinessUpstreams;
  run(code: string, more?: Readonly<Record<string, unknown>>): Promise<Envelope>;
  search(args: Readonly<Record<string, unknown>>): Promise<string>;
  get(path: string): Promise<Record<string, unknown>>;
  post(path: string, body: unknown): Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
  stop(): Promise<void>;
  /** By SIGKILL. */
  kill(): Promise<void>;
}

/** What gateway.json says beside its servers. */
type Settings = Readonly<Record<string, unknown>> & {
  readonly expose?: string;
  readonly rename?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly exclude?: Readonly<Record<string, readonly string[]>>;
  readonly names?: (name: string) => string | undefined;
};

export class BusinessGateways {
  readonly #lasting = new AsyncDisposableStack();
  readonly #bundle: Bundle;
  readonly #upstreams = new SameAddress(startBusinessUpstreams);

  constructor(bundle: Bundle) {
    this.#bundle = bundle;
  }

  /**
   * @param settings `expose` is that of every server, `rename` and `exclude` have names of tools by servers, `names` gives each server another name or leaves it out
   * @param directory directory of a stopped gateway, whose storage is used again
   * @param bundle another build of the Worker
   */
  async start(
    { expose, rename, exclude, names, ...settings }: Settings,
    directory?: string,
    bundle?: Bundle,
  ): Promise<BusinessGateway & { readonly directory: string }> {
    const place = directory ?? (await this.directory());
    const upstreams = await this.#upstreams.startFor(place);
    this.#lasting.defer(() => upstreams.close());
    const worker = await startWorkerd({
      bundle: bundle ?? this.#bundle,
      directory: place,
      mcpServers: withOptions(upstreams.mcpServers, { expose, rename, exclude, names }),
      ...settings,
    });
    this.#lasting.defer(() => worker.stop());
    return { directory: place, ...(await open(worker, upstreams)) };
  }

  /** Starts a gateway with an unusable configuration, which serves no client. */
  async startBroken(settings: object): Promise<{ readonly origin: string }> {
    const worker = await startWorkerd({
      bundle: this.#bundle,
      directory: await this.directory(),
      mcpServers: {},
      readyPath: "/dashboard/assets/pages.css",
      ...settings,
    });
    this.#lasting.defer(() => worker.stop());
    return { origin: `http://127.0.0.1:${worker.port}` };
  }

  stop(): Promise<void> {
    return this.#lasting.disposeAsync();
  }

  /** A temporary directory for one, which `stop` deletes. */
  async directory(): Promise<string> {
    const directory = await temporaryDirectory();
    this.#lasting.defer(() => rm(directory, { recursive: true, force: true }));
    return directory;
  }
}

function withOptions(
  mcpServers: BusinessUpstreams["mcpServers"],
  {
    expose,
    rename = {},
    exclude = {},
    names = (name) => name,
  }: { readonly [Key in "expose" | "rename" | "exclude" | "names"]: Settings[Key] | undefined },
): object {
  const entries = Object.entries(mcpServers).flatMap(([name, entry]) => {
    const called = names(name);
    const tools = (rename[name] ?? exclude[name]) && { tools: { rename: rename[name], exclude: exclude[name] } };
    return called === undefined ? [] : [[called, { ...entry, ...(expose !== undefined && { expose }), ...tools }]];
  });
  return Object.fromEntries(entries) as object;
}

async function open(worker: RawWorker, upstreams: BusinessUpstreams): Promise<BusinessGateway> {
  const origin = `http://127.0.0.1:${worker.port}`;
  const client = await CLIENTS["v2 client, 2026-07-28"](`${origin}/mcp`);
  return {
    origin,
    client,
    upstreams,
    run: async (code, more) => envelopeOf(await client.call("execute_code", { code, ...more })),
    search: async (args) => textOf(await client.call("search_tools", args)),
    get: async (path) => (await (await fetch(`${origin}/api/v1${path}`)).json()) as Record<string, unknown>,
    async post(path, body) {
      const response = await fetch(`${origin}/api/v1${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    async stop() {
      await client.close();
      await worker.stop();
    },
    kill: () => worker.kill(),
  };
}
