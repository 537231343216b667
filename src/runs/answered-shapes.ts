/**
 * How many calls of a run were answered, and what its last tools have answered or how they failed, for a script that took a result for something
 * else: V8's message names the script's variable and not the value, and the failure of a call that the script has handled is in no answer.
 */
import type { HostReply, ToolCall } from "../../worker-loader/index.ts";
import { quote } from "../lib/shorten.ts";
import type { ToolResult } from "../upstream/connector.ts";
import { unwrapResult } from "../upstream/result.ts";
import { IS_TAKEN_FOR_ANOTHER } from "./mistaken-value.ts";
import { shapeOf, shapeOfResult } from "./value-shape.ts";

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
  #answered = 0;

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
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= MAX_REMEMBERED) break;
      this.#remembered.delete(oldest);
    }
  }

  /** @returns what the last calls have answered, the latest first; undefined where there was none */
  describe(): string | undefined {
    if (this.#remembered.size === 0) return undefined;
    const latest = [...this.#remembered.values()].reverse();
    return `${latest.map(({ path, reply }) => describeReply(path, reply)).join("; ")}.`;
  }

  /** @param message of the error by which the script ended */
  hintAt(message: string): string | undefined {
    return IS_TAKEN_FOR_ANOTHER.test(message) ? this.describe() : undefined;
  }
}

function describeReply(path: string, reply: Remembered): string {
  if (reply.kind === "failed") return failureOf(path, reply.message);
  const value: unknown = JSON.parse(reply.json);
  if (reply.kind === "value") return `${path} answered ${shapeOf(value)}`;
  const result = value as ToolResult;
  const unwrapped = result.isError === true ? unwrapResult(result) : undefined;
  if (unwrapped?.ok === false) return failureOf(path, unwrapped.message);
  return `${path} answered ${shapeOfResult(result)}`;
}

/** In quotes, because an upstream may have written it: it cannot pose as the gateway's own words. */
function failureOf(path: string, message: string): string {
  const said = message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
  return `${path} failed: ${quote(said, MAX_SHOWN_FAILURE_CHARS)}`;
}
