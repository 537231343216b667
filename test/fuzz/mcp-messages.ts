/**
 * `/mcp`: JSON-RPC messages of both protocol eras that are right, nearly right and not messages at all, with right and wrong headers.
 * Every request that names an id is answered by that id, once, in the form of JSON-RPC; nothing fails the gateway.
 */
import type { FuzzRun } from "./support/fuzz-run.ts";
import { HOSTILE_TEXTS, hostileValue } from "./support/hostile.ts";
import { faultOf, isOurs } from "./support/judge.ts";
import { Random } from "../support/random.ts";
import { describeSent, send, type Answered, type Sent } from "./support/send.ts";
import { KINDS, STRANGERS, startTarget, type Kind, type Target } from "./support/target.ts";

export const name = "mcp";
export const description = "MCP messages of both eras, with right and wrong headers, ids and shapes";

const LANES = 3;
/** In each of them, however little time there is. */
const MIN_REQUESTS = 200;
const VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "1999-01-01", ""] as const;
const META = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };

/** Parameters that fit, by method. */
const METHODS: Readonly<Record<string, (random: Random) => unknown>> = {
  initialize: () => ({ protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "fuzz", version: "1" } }),
  ping: () => ({}),
  "server/discover": () => ({ _meta: META }),
  "tools/list": () => ({}),
  "tools/call": (random) => random.pick(CALLS),
  "resources/list": () => ({}),
  "resources/templates/list": () => ({}),
  "resources/read": (random) => ({
    uri: random.pick(["isogate://runs/r_x/value", "isogate://", "file:///etc/passwd"]),
  }),
  "resources/subscribe": () => ({ uri: "isogate://runs/r_x/value" }),
  "prompts/list": () => ({}),
  "prompts/get": () => ({ name: "weekly_report", arguments: {} }),
  "completion/complete": () => ({ ref: { type: "ref/prompt", name: "x" }, argument: { name: "a", value: "" } }),
  "logging/setLevel": () => ({ level: "debug" }),
  "subscriptions/listen": () => ({ notifications: { toolsListChanged: true } }),
  "notifications/initialized": () => ({}),
  "notifications/cancelled": (random) => ({ requestId: random.pick([1, "a", 0]), reason: "fuzz" }),
  "notifications/progress": () => ({ progressToken: 1, progress: 1 }),
  "elicitation/create": () => ({ message: "x", requestedSchema: {} }),
  "sampling/createMessage": () => ({ messages: [] }),
  "rpc.discover": () => ({}),
};

const CALLS: readonly object[] = [
  { name: "search_tools", arguments: { query: "notes" } },
  { name: "search_tools", arguments: { detail: "full", server: "notes", limit: 3 } },
  { name: "execute_code", arguments: { code: "1 + 1" } },
  { name: "execute_code", arguments: { code: "await notes.list_notes()", options: { max_tool_calls: 1 } } },
  { name: "execute_code", arguments: { code: "console.log('x'); throw new Error('y')" } },
  { name: "execute_code", arguments: { code: "1", input: { a: [1] }, options: { timeout_ms: 500 } } },
  { name: "nothing", arguments: {} },
];

/** @returns how many requests were made */
export async function run({ seed, until, report }: FuzzRun): Promise<number> {
  await using target = await startTarget();
  const lanes = Array.from({ length: LANES }, async (_one, lane) => {
    const fuzzer = new MessageFuzzer(target, new Random(seed * LANES + lane), report);
    let requests = 0;
    for (; requests < MIN_REQUESTS || Date.now() < until; requests += 1) await fuzzer.once();
    return requests;
  });
  return (await Promise.all(lanes)).reduce((sum, requests) => sum + requests, 0);
}

class MessageFuzzer {
  readonly #target: Target;
  readonly #random: Random;
  readonly #report: (finding: string) => void;

  constructor(target: Target, random: Random, report: (finding: string) => void) {
    this.#target = target;
    this.#random = random;
    this.#report = report;
  }

  async once(): Promise<void> {
    const random = this.#random;
    // Whoever is not let in sees nothing of the messages.
    const kind = random.chance(0.9) ? random.pick(["member", "narrowed", "admin"] as const) : random.pick(KINDS);
    const message = random.chance(0.9) ? this.#message() : random.list(5, () => this.#message());
    const text = this.#written(message);
    const sent: Sent = {
      method: random.chance(0.96) ? "POST" : random.pick(["GET", "DELETE", "PUT", "HEAD"]),
      path: random.chance(0.98) ? "/mcp" : random.pick(["/mcp/", "/mcp?x=1", "/mcp//"]),
      headers: this.#headersOf(kind, message),
      body: text,
      parts: random.chance(0.1) ? 1 + random.below(6) : 0,
    };
    const answered = await send(this.#target.origin, sent).catch((error: unknown) => String(error));
    const faults =
      typeof answered === "string"
        ? [answered]
        : [faultOf(answered), strangerFault(kind, answered), formFault(text, sent, answered)];
    for (const fault of faults) {
      if (fault !== undefined) this.#report(`${fault}\n  as ${kind}: ${describeSent(sent)}`);
    }
  }

  #message(): unknown {
    const random = this.#random;
    if (random.chance(0.05)) return hostileValue(random);
    const method = random.pick(Object.keys(METHODS));
    const params = METHODS[method]?.(random);
    const message: Record<string, unknown> = { jsonrpc: "2.0", method, params };
    if (!method.startsWith("notifications/") || random.chance(0.1)) message["id"] = this.#id();
    if (random.chance(0.3) && params !== null && typeof params === "object") {
      message["params"] = { ...params, _meta: { ...META, progressToken: random.pick([1, "p", 1.5, {}]) } };
    }
    switch (random.below(8)) {
      case 0:
        return { ...message, params: hostileValue(random) };
      case 1: {
        const entries = Object.entries(message["params"] ?? {});
        const changed = entries.map(
          ([key, value]) => [key, random.chance(0.5) ? hostileValue(random) : value] as const,
        );
        return { ...message, params: Object.fromEntries(changed) };
      }
      case 2:
        return { ...message, [random.pick(["jsonrpc", "method", "id", "result", "error", "x"])]: hostileValue(random) };
      default:
        return message;
    }
  }

  #id(): unknown {
    const random = this.#random;
    if (random.chance(0.8)) return random.below(1_000);
    return random.pick(["a", "", 0, -1, 1.5, 1e21, 2 ** 53, null, true, {}, [], "x".repeat(10_000), "\ud800"]);
  }

  #written(message: unknown): string {
    const random = this.#random;
    const text = JSON.stringify(message) ?? "";
    switch (random.below(40)) {
      case 0:
        return text.slice(0, random.below(text.length + 1));
      case 1:
        return `${text}${text}`;
      case 2:
        return text.replace("{", '{"id":7,"id":8,');
      case 3:
        return text.replace("{", `{"deep":${"[".repeat(20_000)}${"]".repeat(20_000)},`);
      case 4:
        return `\ufeff${text}`;
      case 5:
        return text.replace(/\d+/, "1e999");
      default:
        return text;
    }
  }

  #headersOf(kind: Kind, message: unknown): Record<string, string> {
    const random = this.#random;
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown; uri?: unknown } };
    const version = random.chance(0.7) ? random.pick(VERSIONS.slice(0, 3)) : random.pick(VERSIONS);
    const named = params?.name ?? params?.uri;
    return {
      ...this.#target.headers[kind],
      "cf-connecting-ip": `2001:db8:${random.below(65_536).toString(16)}:${random.below(65_536).toString(16)}::1`,
      "content-type": random.chance(0.95)
        ? "application/json"
        : random.pick(["text/plain", "", "application/json; charset=x"]),
      accept: random.chance(0.9)
        ? "application/json, text/event-stream"
        : random.pick(["application/json", "text/event-stream", "*/*", "text/html"]),
      ...(random.chance(0.8) && { "mcp-protocol-version": version }),
      // The 2026 era repeats them as headers, and they have to agree.
      ...(random.chance(0.6) && typeof method === "string" && headerSafe(method) && { "mcp-method": method }),
      ...(random.chance(0.6) && typeof named === "string" && headerSafe(named) && { "mcp-name": named }),
      ...(random.chance(0.05) && { "mcp-method": random.pick(HOSTILE_TEXTS.filter(headerSafe)) }),
      ...(random.chance(0.1) && { "mcp-session-id": random.word(40) }),
      ...(random.chance(0.05) && { "last-event-id": random.word(20) }),
      ...(random.chance(0.03) && { origin: "http://localhost:5173" }),
    };
  }
}

function headerSafe(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text);
}

function strangerFault(kind: Kind, { status }: Answered): string | undefined {
  return STRANGERS.has(kind) && status >= 200 && status < 300 ? `lets a stranger in with ${status}` : undefined;
}

/** What is wrong with the form of an answer. */
function formFault(text: string, { method, path }: Sent, answered: Answered): string | undefined {
  const { status, headers, body } = answered;
  if (method !== "POST" || !/^\/mcp(\?|$)/.test(path) || status === 0 || !isOurs(answered)) return undefined;
  const type = String(headers["content-type"] ?? "").split(";")[0] ?? "";
  const messages = type === "text/event-stream" ? messagesOf(body) : body === "" ? [] : [parsed(body)];
  const asked = parsed(text);
  for (const message of messages) {
    if (!isMessage(message)) return `answers what is no JSON-RPC message: ${JSON.stringify(message)?.slice(0, 300)}`;
    const { error } = message;
    if (error !== undefined && error.code === -32_603) return `answers -32603: ${JSON.stringify(error).slice(0, 300)}`;
  }
  const responses = messages.filter((message) => isMessage(message) && ("result" in message || "error" in message));
  const id = isMessage(asked) ? asked.id : undefined;
  const isCut = type === "text/event-stream" && responses.length === 0;
  if (status === 200 && isMessage(asked) && id !== undefined && !isCut) {
    if (responses.length !== 1) return `answers one request ${responses.length} times: ${body.slice(0, 300)}`;
    const [response] = responses;
    if (isMessage(response) && response.id !== id && response.id !== null) {
      return `answers the id ${JSON.stringify(id)?.slice(0, 50)} with ${JSON.stringify(response.id)?.slice(0, 50)}`;
    }
  }
  return undefined;
}

interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: unknown;
  readonly error?: { readonly code: unknown; readonly message: unknown };
}

function isMessage(value: unknown): value is Message {
  return value !== null && typeof value === "object" && "jsonrpc" in value && value.jsonrpc === "2.0";
}

function messagesOf(stream: string): unknown[] {
  return [...stream.matchAll(/^data: (.+)$/gm)].map(([, data = ""]) => parsed(data));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
