/**
 * How many calls of a run were answered, and what its last tools have answered, for a script that ends because it took a result for something else: V8's message names the
 * script's variable and not the value.
 */
import type { HostReply, ToolCall } from "../../worker-loader/index.ts";
import { shapeOf } from "./value-shape.ts";

/** Tools whose last answers are remembered. */
const MAX_TOOLS = 2;
/** An answer with more characters of JSON is not described, so that a failed run costs no second parse of megabytes. */
const MAX_ANSWER_CHARS = 200_000;
const IS_TAKEN_FOR_ANOTHER =
  /^TypeError: (?:Cannot (?:read|set) properties of (?:undefined|null)|Cannot destructure property|[\w$.[\]]{1,200} is not (?:a function|iterable)|(?:undefined|object null|object) is not (?:a function|iterable))/;

export class AnsweredShapes {
  /** JSON texts by `server.tool`, the latest last. */
  readonly #answers = new Map<string, string>();
  #answered = 0;

  /** Calls that were answered and did not fail. */
  get answered(): number {
    return this.#answered;
  }

  async watch({ server, tool, raw }: ToolCall, reply: Promise<HostReply>): Promise<HostReply> {
    const answered = await reply;
    if ("ok" in answered && answered.ok) this.#answered += 1;
    const isDescribed = "ok" in answered && answered.ok && !raw && answered.value.length <= MAX_ANSWER_CHARS;
    if (!isDescribed) return answered;
    const path = `${server}.${tool}`;
    this.#answers.delete(path);
    this.#answers.set(path, answered.value);
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= MAX_TOOLS) break;
      this.#answers.delete(oldest);
    }
    return answered;
  }

  /** @param message of the error by which the script ended */
  hintAt(message: string): string | undefined {
    if (!IS_TAKEN_FOR_ANOTHER.test(message) || this.#answers.size === 0) return undefined;
    const answers = [...this.#answers].reverse();
    return `${answers.map(([path, json]) => `${path} answered ${shapeOf(JSON.parse(json))}`).join("; ")}.`;
  }
}
