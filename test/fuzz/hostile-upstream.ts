/**
 * Upstreams whose every answer is chosen by a seed (garbage, bombs, endless streams and pages, storms, refusals, deep and costly schemas, words that
 * pose as the gateway's), behind a gateway on plain workerd, beside an honest one. Whatever they do: the gateway answers, says what happened
 * under a code of its own, does not fail itself, and the honest upstream is well.
 */
import { HOSTILE_SERVERS, exec, startHostileGateway } from "../support/hostile-gateway.ts";
import type { HostileGateway, Ran } from "../support/hostile-gateway.ts";
import type { FuzzRun } from "./support/fuzz-run.ts";
import { Random } from "../support/random.ts";

export const name = "hostile-upstream";
export const description = "upstreams that answer as an enemy likes, beside an honest one";

/** A call may take its two seconds, and one more try. */
const MAX_MS = 12_000;
const MAX_MEGABYTES = 400;
const LANES = 3;

/** @returns how many requests were made */
export async function run({ seed, until, report }: FuzzRun): Promise<number> {
  const gateway = await startHostileGateway(seed);
  let max = 0;
  try {
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      work(gateway, new Random(seed * LANES + lane), until, report),
    );
    const watch = (async () => {
      for (; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 1_000))) {
        max = Math.max(max, (await gateway.megabytes()) ?? 0);
      }
    })();
    const requests = (await Promise.all(lanes)).reduce((sum, count) => sum + count, 0);
    await watch;
    if (max > MAX_MEGABYTES) report(`workerd took ${Math.round(max)} MB`);
    console.log(`hostile-upstream: at most ${Math.round(max)} MB`);
    return requests;
  } finally {
    await gateway.stop();
  }
}

async function work(
  gateway: HostileGateway,
  random: Random,
  until: number,
  report: (finding: string) => void,
): Promise<number> {
  let requests = 0;
  for (; Date.now() < until; requests += 1) {
    const asked = random.chance(0.25) ? HONEST : random.chance(0.7) ? callOf(random) : random.pick(PATHS);
    const fault = await faultOf(gateway, asked).catch(
      async (error: unknown) =>
        `the gateway does not answer: ${String(error)}\n  workerd has printed: ${await gateway.logEnd()}`,
    );
    if (fault !== undefined)
      report(`${JSON.stringify(asked)}\n  ${fault}\n  what they did last: ${gateway.recent().slice(-12).join("; ")}`);
  }
  return requests;
}

const PATHS: readonly string[] = [
  ...[
    "/health",
    "/api/v1/tools",
    "/api/v1/tools?schemas=true",
    "/api/v1/types",
    "/api/v1/upstreams",
    "/api/v1/search?query=call+plain",
  ],
  ...["/api/v1/runs?limit=20", "/api/v1/usage", "/api/v1/health"],
];

/** Few scripts, and what they call as their input: what a thousand scripts take of memory is another question. */
const HEAD = `const server = ({ ${HOSTILE_SERVERS.join(", ")} })[input.server];
const args = [
  () => ({}),
  () => ({ a: "a".repeat(31) + "b" }),
  () => ({ a: Array.from({ length: 30000 }, (_, index) => index) }),
  () => ({ a: "http://" + "a".repeat(40) + "!" }),
  () => ({ a: Array.from({ length: 30 }).reduce((a) => ({ a }), "x") }),
  () => ({ __proto__: null, b: 1 }),
][input.args]();
`;
const CALLS: readonly string[] = [
  `${HEAD}await server[input.tool](args)`,
  `${HEAD}(await server[input.tool].raw(args)).content?.length`,
  `${HEAD}(await call_tool(input.server, input.tool, args)).ok`,
  `await Promise.allSettled([${HOSTILE_SERVERS.map((one) => `${one}.plain({})`).join(", ")}]).then((all) => all.length)`,
  `tools.search("call " + input.tool)`,
];
const TOOLS: readonly string[] = [
  "plain",
  "plain",
  "pattern",
  "double",
  "unique",
  "address",
  "tree",
  "deep",
  "nothing",
];

interface Call {
  readonly code: string;
  readonly input: object;
}

function callOf(random: Random): Call {
  const input = { server: random.pick(HOSTILE_SERVERS), tool: random.pick(TOOLS), args: random.below(6) };
  return { code: random.pick(CALLS), input };
}

/** What scripts may end in, whatever upstreams do. */
const CODES: ReadonlySet<string> = new Set([
  ...[
    "TOOL_ERROR",
    "UPSTREAM_ERROR",
    "UPSTREAM_TIMEOUT",
    "UPSTREAM_AUTH_REQUIRED",
    "INVALID_ARGS",
    "TOOL_NOT_FOUND",
    "TIMEOUT",
  ],
  ...["RUNTIME_ERROR", "OUTPUT_TOO_LARGE"],
]);

const HONEST: Call = { code: "await honest.echo({ text: 'well' })", input: {} };

async function faultOf({ origin }: HostileGateway, asked: string | Call): Promise<string | undefined> {
  if (typeof asked === "string") {
    const started = performance.now();
    const response = await fetch(`${origin}${asked}`);
    await response.arrayBuffer();
    const ms = performance.now() - started;
    if (response.status !== 200) return `answered ${response.status}`;
    return ms > MAX_MS ? `took ${Math.round(ms)} ms` : undefined;
  }
  const ran = await exec(origin, asked.code, asked.input);
  const { error } = ran;
  if (asked === HONEST) {
    if (ran.ok && ran.value === "well") return slow(ran);
    return `the honest upstream is not well: ${JSON.stringify(ran).slice(0, 500)}`;
  }
  if (error !== undefined && !CODES.has(error.code)) return `ended in ${error.code}: ${error.message.slice(0, 500)}`;
  if (error !== undefined && !isAttributed(error)) {
    return `does not say whose words these are: ${error.message.slice(0, 300)}`;
  }
  return slow(ran);
}

function slow({ ms }: Ran): string | undefined {
  return ms > MAX_MS ? `took ${Math.round(ms)} ms` : undefined;
}

/** Where the words may be an upstream's, its name stands before them. */
function isAttributed({ code, message }: NonNullable<Ran["error"]>): boolean {
  if (!code.startsWith("UPSTREAM_") && code !== "TOOL_ERROR") return true;
  return HOSTILE_SERVERS.some((server) => message.startsWith(server) || message.includes(`${server}.`));
}
