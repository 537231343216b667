/** Takes the secrets out of what is recorded of one run, and notes that there were some. */
import type { ToolCall } from "../../../worker-loader/index.ts";
import type { RunError } from "../../../worker-loader/index.ts";
import { LineRedactor, type Redact } from "../../ledger/redact.ts";
import {
  MAX_RECORDED_CLIENT_CHARS,
  MAX_RECORDED_NAME_CHARS,
  MAX_RUN_MESSAGE_CHARS,
  MAX_RUN_STACK_CHARS,
} from "../../limits/ledger-limits.ts";
import { shorten } from "../../lib/shorten.ts";

export class RunRedactor {
  readonly #redact: Redact;
  readonly #log: LineRedactor;
  #isRedacted: boolean;

  /** @param isRedacted true for a run that goes on, and of which something was redacted before */
  constructor(redact: Redact, isRedacted: boolean) {
    this.#redact = redact;
    this.#log = new LineRedactor(redact);
    this.#isRedacted = isRedacted;
  }

  /** True once something of the run was redacted. */
  get isRedacted(): boolean {
    return this.#isRedacted;
  }

  text(text: string): string {
    const clean = this.#redact(text);
    this.#isRedacted ||= clean !== text;
    return clean;
  }

  /** Lines that follow those of earlier calls in the run's log. */
  nextLines(lines: readonly string[]): readonly string[] {
    return this.#lines(lines, this.#log);
  }

  /** The whole log, from its first line. */
  allLines(lines: readonly string[]): readonly string[] {
    return this.#lines(lines, new LineRedactor(this.#redact));
  }

  /** The name of a client is its own and may hold anything, the gateway's key as well. */
  client(name: string): string {
    return this.text(name).slice(0, MAX_RECORDED_CLIENT_CHARS);
  }

  /** The names of a refused call are the script's own and may hold anything. */
  names({ server, tool }: ToolCall): Pick<ToolCall, "server" | "tool"> {
    return {
      server: this.text(server)
        .slice(0, MAX_RECORDED_NAME_CHARS)
        .replaceAll(/[\s,]+/g, "_"),
      tool: this.text(tool).slice(0, MAX_RECORDED_NAME_CHARS),
    };
  }

  /** The string values are redacted one by one, because replacing inside serialized JSON can split an escape. */
  error(error: RunError): RunError {
    const cleanText = (_key: string, one: unknown) => (typeof one === "string" ? this.text(one) : one);
    return shortened(JSON.parse(JSON.stringify(error), cleanText) as RunError);
  }

  #lines(lines: readonly string[], redactor: LineRedactor): readonly string[] {
    const clean = lines.map((line) => redactor.next(line));
    this.#isRedacted ||= clean.some((line, index) => line !== lines[index]);
    return clean;
  }
}

function shortened(error: RunError): RunError {
  const { message, stack } = error;
  return {
    ...error,
    message: shorten(message, MAX_RUN_MESSAGE_CHARS),
    ...(stack !== undefined && { stack: shorten(stack, MAX_RUN_STACK_CHARS) }),
  };
}
