/**
 * How many calls of a run were answered, and what its last tools have answered or how they failed, for a script that took a result for something
 * else: V8's message names the script's variable and not the value, and the failure of a call that the script has handled is in no answer.
 */
import { readsWire } from "../../dialects/index.ts";
import type { HostReply, ToolCall } from "../../worker-loader/index.ts";
import { quote, shorten } from "../lib/shorten.ts";
import { keepNewest } from "../lib/keep-newest.ts";
import type { ToolResult } from "../upstream/connector.ts";
import { unwrapResult } from "../upstream/result.ts";
import { IS_TAKEN_FOR_ANOTHER, IS_TAKEN_FOR_JSON } from "./mistaken-value.ts";
import { visibleText } from "../lib/visible-text.ts";

/** Answers and failures that are remembered. */
const MAX_REMEMBERED = 2;
/** An answer with more characters of JSON is not described, so that a failed run costs no second parse of megabytes. */
const MAX_ANSWER_CHARS = 200_000;
const MAX_SHOWN_FAILURE_CHARS = 200;

type Remembered =
  | { readonly kind: "value" | "raw"; readonly json: string }
  | { readonly kind: "failed"; readonly message: string };

export class AnsweredShapes {
  /** Answers and failures by `server.tool`, the latest last. The failure of a tool is kept beside an answer of it. */
  readonly #remembered = new Map<string, { readonly path: string; readonly reply: Remembered }>();
  readonly #readsWire: boolean;
  #answered = 0;

  /** @param mentions names that the script needs in its scope: they say in which form it gets results */
  constructor(mentions: ReadonlySet<string>) {
    this.#readsWire = readsWire(mentions);
  }

  /** Calls that were answered and did not fail. */
  get answered(): number {
    return this.#answered;
  }

  async watch({ server, tool, raw }: ToolCall, reply: Promise<HostReply>): Promise<HostReply> {
    const answered = await reply;
    if (!("ok" in answered)) return answered;
    const path = `${server}.${tool}`;
    if (answered.ok) this.#answered += 1;
    if (!answered.ok) this.#remember(path, { kind: "failed", message: answered.error.message });
    else if (answered.value.length <= MAX_ANSWER_CHARS)
      this.#remember(path, { kind: raw ? "raw" : "value", json: answered.value });
    return answered;
  }

  #remember(path: string, reply: Remembered): void {
    const key = `${path} ${reply.kind === "failed" ? "failed" : "answered"}`;
    this.#remembered.delete(key);
    this.#remembered.set(key, { path, reply });
    keepNewest(this.#remembered, MAX_REMEMBERED);
  }

  /** @returns what the last calls have answered, the latest first; undefined where there was none */
  describe(detail: Detail = "names"): string | undefined {
    if (this.#remembered.size === 0) return undefined;
    const latest = [...this.#remembered.values()].reverse();
    return `${latest.map(({ path, reply }) => describeReply(path, reply, detail, this.#readsWire)).join("; ")}.`;
  }

  /** @param message of the error by which the script ended */
  hintAt(message: string): string | undefined {
    if (IS_TAKEN_FOR_JSON.test(message)) return this.describe("withTexts");
    return IS_TAKEN_FOR_ANOTHER.test(message) ? this.describe() : undefined;
  }
}

function describeReply(path: string, reply: Remembered, detail: Detail, isUnwrapped: boolean): string {
  if (reply.kind === "failed") return failureOf(path, reply.message);
  const value: unknown = JSON.parse(reply.json);
  if (reply.kind === "value") return `${path} answered ${shapeOf(value, detail)}`;
  const result = value as ToolResult;
  const unwrapped = isUnwrapped || result.isError === true ? unwrapResult(result) : undefined;
  if (unwrapped === undefined) return `${path} answered ${shapeOfResult(result)}`;
  if (!unwrapped.ok) return failureOf(path, unwrapped.message);
  // A payload may have a `content` of its own where the script expects blocks.
  return `${path} answered ${shapeOf(unwrapped.value, "withTexts")}`;
}

/** In quotes, because an upstream may have written it: it cannot pose as the gateway's own words. */
function failureOf(path: string, message: string): string {
  const said = message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
  return `${path} failed: ${quote(said, MAX_SHOWN_FAILURE_CHARS)}`;
}

/** "withTexts" tells which members are texts: one of them may be JSON. */
type Detail = "names" | "withTexts";

const MAX_KEYS = 12;
const MAX_KEY_CHARS = 40;
const MAX_LEVELS = 3;
const MAX_SHAPE_CHARS = 300;

/** Describes a value in one short line, by its structure and without its contents: `{ notes: [3 × { id, text }] }`. */
export function shapeOf(value: unknown, detail: Detail = "names"): string {
  const shape = describe(value, 1, detail);
  return shorten(shape, MAX_SHAPE_CHARS);
}

/** Describes a whole result of a tool, which has its content in blocks: `{ content: [1 × text, 2 × image], structuredContent: { total } }`. */
export function shapeOfResult({ content, structuredContent }: ToolResult): string {
  const counts = new Map<string, number>();
  for (const { type } of Array.isArray(content) ? content : []) {
    const kind = typeof type === "string" && /^\w{1,20}$/.test(type) ? type : "…";
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const blocks = [...counts].slice(0, MAX_KEYS).map(([kind, count]) => `${count} × ${kind}`);
  const structure =
    structuredContent === undefined ? "" : `, structuredContent: ${describe(structuredContent, 2, "names")}`;
  return shorten(`{ content: [${blocks.join(", ")}]${structure} }`, MAX_SHAPE_CHARS);
}

function describe(value: unknown, level: number, detail: Detail): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[${value.length} × ${level < MAX_LEVELS ? describe(value[0], level + 1, detail) : "…"}]`;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    const fields = entries.slice(0, MAX_KEYS).map(([key, inner]) => field(key, inner, level, detail));
    if (entries.length > MAX_KEYS) fields.push("…");
    return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  }
  return typeof value === "string" ? "a text" : value === null ? "null" : `a ${typeof value}`;
}

/** The structure of a field is told where it is a list or an object. */
function field(key: string, value: unknown, level: number, detail: Detail): string {
  const short = shorten(key, MAX_KEY_CHARS);
  const name = /^[A-Za-z_$][\w$]*$/.test(short) ? short : JSON.stringify(visibleText(short));
  const isToldText = detail === "withTexts" && typeof value === "string";
  if (!isToldText && (typeof value !== "object" || value === null || level >= MAX_LEVELS)) return name;
  return `${name}: ${describe(value, level + 1, detail)}`;
}
