/**
 * A gateway on plain workerd with one honest upstream and several whose every response is chosen by a seed. The hostile behaviour can be
 * turned off, so that the same gateway can be measured without it.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buildBundle } from "./workerd/bundle.ts";
import type { Bundle } from "./workerd/uploaded-files.ts";
import { residentMegabytes } from "../bench/gateway/memory.ts";
import { startWorkerd } from "./workerd/gateway.ts";
import { BEHAVIOUR_NAMES, type BehaviourName } from "../fixtures/upstreams/hostile-behaviours.ts";
import { startHostileUpstream, type HostileRequest } from "../fixtures/upstreams/hostile-upstream.ts";
import { startToolsUpstream } from "../fixtures/upstreams/tools-upstream.ts";
import { Random } from "./random.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

export const HOSTILE_SERVERS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"] as const;

/** Probabilities of an honest response: an upstream that never completes its handshake is never called. */
const HONEST_SHARE = { initialize: 0.8, "tools/list": 0.5, "tools/call": 0.15, GET: 0.2 } as const;

/** The platform ends an isolate at this size. Without a limit V8 collects late, and any gateway grows to several hundred megabytes. */
const MAX_HEAP_MEGABYTES = 128;

export interface HostileGateway {
  readonly origin: string;
  readonly port: number;
  /** Turns the hostile behaviour on or off. */
  setHostile(isHostile: boolean): void;
  /** @returns the last requests to the hostile upstreams, with their behaviours */
  recent(): readonly string[];
  megabytes(): Promise<number | undefined>;
  /** @returns the last lines that workerd has printed, which say why it ended */
  logEnd(): Promise<string>;
  stop(): Promise<void>;
}

const MAX_LOG_CHARS = 3_000;

/** @param built an existing bundle */
export async function startHostileGateway(seed: number, built?: Bundle): Promise<HostileGateway> {
  const directory = await temporaryDirectory();
  const bundle = built ?? (await buildBundle(join(directory, "bundle")));
  const random = new Random(seed);
  const recent: string[] = [];
  let isHostile = true;
  const choose = ({ server, method }: HostileRequest): BehaviourName => {
    const share = HONEST_SHARE[method as keyof typeof HONEST_SHARE] ?? 0.7;
    const chosen = isHostile && !random.chance(share) ? random.pick(BEHAVIOUR_NAMES) : "honest";
    recent.push(`${server} ${method}: ${chosen}`);
    if (recent.length > 40) recent.shift();
    return chosen;
  };
  const hostile = await startHostileUpstream(choose);
  const honest = await startToolsUpstream("legacy");
  const entries = HOSTILE_SERVERS.map((name) => [name, { url: `${hostile.origin}/${name}/mcp`, timeout_ms: 2_000 }]);
  const mcpServers = { honest: { url: `${honest.origin}/mcp` }, ...Object.fromEntries(entries) };
  const gateway = await startWorkerd({
    bundle,
    directory: join(directory, "gateway"),
    mcpServers,
    maxHeapMegabytes: MAX_HEAP_MEGABYTES,
  });
  return {
    origin: `http://127.0.0.1:${gateway.port}`,
    port: gateway.port,
    setHostile: (hostileNow) => (isHostile = hostileNow),
    recent: () => [...recent],
    megabytes: () => residentMegabytes(gateway.pid),
    logEnd: async () => (await gateway.readLog()).slice(-MAX_LOG_CHARS),
    async stop() {
      await gateway.stop();
      await Promise.all([hostile.close(), honest.close()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export interface Ran {
  readonly status: number;
  readonly ms: number;
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Runs one script by REST. */
export async function exec(origin: string, code: string, input: object = {}): Promise<Ran> {
  const started = performance.now();
  const response = await fetch(`${origin}/api/v1/code/exec`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, input, options: { timeout_ms: 8_000 } }),
  });
  const body = (await response.json()) as { ok: boolean; result?: unknown; error?: Ran["error"] };
  const { ok, result, error } = body;
  return { status: response.status, ms: performance.now() - started, ok, value: result, ...(error && { error }) };
}
