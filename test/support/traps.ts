/**
 * The hostile servers of the gateway under test: each has one hostile behaviour for one method and is honest elsewhere. All of them are
 * upstreams of one gateway, beside an honest one, and all principals use all of them.
 */
import type { HostileRequest } from "../fixtures/upstreams/hostile-upstream.ts";
import type { BehaviourName } from "../fixtures/upstreams/hostile-behaviours.ts";

interface Trap {
  readonly list?: BehaviourName;
  readonly call?: BehaviourName;
  /** Behaviour of the stream that is held open (GET). */
  readonly stream?: BehaviourName;
}

const TRAPS = {
  plain: {},
  deep: { list: "deepSchema" },
  costly: { list: "costlySchemas" },
  odd: { list: "oddTools" },
  pages: { list: "hugePages" },
  turning: { list: "endlessPages" },
  huge: { list: "hugeTool" },
  notice: { list: "notice" },
  cursor: { list: "hugeCursor" },
  many: { list: "manyTools" },
  wide: { list: "wideTool" },
  nameless: { list: "nameless" },
  bomb: { call: "gzipBomb" },
  bombs: { list: "gzipBomb" },
  bottomless: { call: "bottomless" },
  result: { call: "deepResult" },
  nested: { call: "deepText" },
  batch: { call: "batch" },
  large: { call: "hundredMegabytes" },
  event: { stream: "endlessEvent" },
  flood: { stream: "endlessEvents" },
  storm: { stream: "changeStorm" },
  again: { stream: "eventsEnd" },
  hanging: { call: "hang" },
  talking: { call: "slowEvents" },
  cut: { call: "dropInside" },
  wrong: { call: "wrongId" },
  between: { call: "badGateway" },
  failing: { call: "failed" },
  phish: { call: "phish" },
  forged: { call: "forged" },
  protocol: { call: "rpcError" },
  echo: { call: "echo" },
} as const satisfies Readonly<Record<string, Trap>>;

/** Servers whose faults a test chooses, one for each of its groups. */
const FAULTY = [
  "fault_one",
  "fault_rest",
  "fault_again",
  "fault_burst",
  "fault_lonely",
  "fault_gone",
  "fault_strict",
] as const;

/** By server, then by tool: what its next calls meet. */
const faults = new Map<string, Map<string, BehaviourName[]>>();

/** A request to the server `plan` says what the calls of a tool meet, in order; `{ server, tool, behaviours }`. */
function faultOf({ server, method, params }: HostileRequest): BehaviourName {
  if (server === "plan") {
    const plan = params as { readonly server: string; readonly tool: string; readonly behaviours: BehaviourName[] };
    const tools = faults.get(plan.server) ?? new Map<string, BehaviourName[]>();
    faults.set(plan.server, tools.set(plan.tool, [...plan.behaviours]));
    return "honest";
  }
  if (method === "tools/list") return "faultyTools";
  const next = method === "tools/call" ? faults.get(server)?.get(String(params["name"]))?.shift() : undefined;
  return next ?? "honest";
}

type TrapName = keyof typeof TRAPS;

export function behaviourOf(request: HostileRequest): BehaviourName {
  const { server, method } = request;
  if (server === "plan" || (FAULTY as readonly string[]).includes(server)) return faultOf(request);
  const trap: Trap = Object.hasOwn(TRAPS, server) ? TRAPS[server as TrapName] : {};
  const shown =
    method === "tools/list"
      ? trap.list
      : method === "tools/call"
        ? trap.call
        : method === "GET"
          ? trap.stream
          : undefined;
  return shown ?? "honest";
}

export function trapsGatewayJson(hostile: string, honest: string): string {
  // Megabytes take long while all the other lists are read, too.
  const timeoutOf = (name: string): number => (["pages", "huge", "bomb", "many"].includes(name) ? 20_000 : 1_500);
  const entry = (name: string) => ({ url: `${hostile}/${name}/mcp`, timeout_ms: timeoutOf(name) });
  return JSON.stringify({
    mcpServers: {
      honest: { url: `${honest}/mcp` },
      ...Object.fromEntries(Object.keys(TRAPS).map((name) => [name, entry(name)])),
      ...Object.fromEntries(
        FAULTY.map((name) => [name, { ...entry(name), ...(name === "fault_strict" && { results: "strict" }) }]),
      ),
      tokenbomb: {
        url: `${hostile}/bomb/mcp`,
        timeout_ms: 5_000,
        auth: {
          type: "client_credentials",
          tokenUrl: `${hostile}/token`,
          clientId: "c",
          clientSecret: "client-secret-0123",
        },
      },
      echo: { url: `${hostile}/echo/mcp`, headers: { "X-Key": "${TEST_TOKEN}" } },
    },
  });
}
