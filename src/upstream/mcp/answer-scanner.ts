/**
 * Looks at the bytes of an answer as they arrive, before they are collected or parsed: how deep they are nested, how many values,
 * names and messages they hold, how long one event is. JSON or server-sent events of JSON; what is neither fails when it is parsed.
 */
import { JsonScanner } from "../../lib/json-scanner.ts";
import { MAX_JSON_NAMES, MAX_JSON_VALUES } from "../../limits/json-limits.ts";
import { MAX_ANSWER_MESSAGES, MAX_BATCH_MESSAGES, MAX_MESSAGE_DEPTH } from "../../limits/upstream-limits.ts";

/** The upstream sends more than its budget. */
export class AnswerRefused extends Error {
  override readonly name = "AnswerRefused";

  /** @param what follows "the answer" */
  constructor(what: string) {
    super(`the answer ${what}.`);
  }
}

const [LINE_FEED, RETURN] = [0x0a, 0x0d];

interface ScannerOptions {
  readonly isEvents: boolean;
  /** Maximum size of one event. */
  readonly maxEventBytes: number;
  /** When given, the callback counts the events. */
  readonly onEvent?: () => void;
}

export class AnswerScanner {
  readonly #options: ScannerOptions;
  /** A comma of the outermost list is between the messages of a batch. */
  readonly #json = new JsonScanner(
    { maxDepth: MAX_MESSAGE_DEPTH, maxNames: MAX_JSON_NAMES, maxValues: MAX_JSON_VALUES },
    () => this.#countMessage(),
  );
  #messages = 0;
  /** Bytes so far of the current line and of the current event. */
  #lineBytes = 0;
  #eventBytes = 0;
  #isAfterReturn = false;

  constructor(options: ScannerOptions) {
    this.#options = options;
  }

  /** Number of messages that have ended so far. */
  get messages(): number {
    return this.#messages;
  }

  /** @throws AnswerRefused */
  push(chunk: Uint8Array): void {
    this.#json.beginChunk();
    if (!this.#options.isEvents) return this.#scan(chunk, 0, chunk.length);
    // A line feed after a return belongs to the same line end, also where a chunk ends between them.
    let at = this.#isAfterReturn && chunk[0] === LINE_FEED ? 1 : 0;
    if (chunk.length > 0) this.#isAfterReturn = false;
    let [feed, carriage] = [-1, -1];
    while (at < chunk.length) {
      if (feed < at) feed = placeOf(chunk, LINE_FEED, at);
      if (carriage < at) carriage = placeOf(chunk, RETURN, at);
      const end = Math.min(feed, carriage);
      this.#countBytes(end - at);
      this.#scan(chunk, at, end);
      this.#lineBytes += end - at;
      if (end === chunk.length) return;
      this.#json.endLine();
      if (this.#lineBytes === 0) this.#endEvent();
      this.#lineBytes = 0;
      at = end + 1;
      if (end !== carriage) continue;
      this.#isAfterReturn = at === chunk.length;
      if (chunk[at] === LINE_FEED) at += 1;
    }
  }

  #countBytes(bytes: number): void {
    this.#eventBytes += bytes;
    const { maxEventBytes } = this.#options;
    if (this.#eventBytes > maxEventBytes) throw new AnswerRefused(`has an event of more than ${maxEventBytes} bytes`);
  }

  #scan(chunk: Uint8Array, from: number, to: number): void {
    const problem = this.#json.scan(chunk, from, to);
    if (problem !== undefined) throw new AnswerRefused(problem);
  }

  #endEvent(): void {
    this.#options.onEvent?.();
    this.#eventBytes = 0;
    this.#json.reset();
    // A stream that is held open has any number of events; all of an answer are collected.
    if (this.#options.onEvent !== undefined) this.#json.forget();
    this.#countMessage();
  }

  #countMessage(): void {
    this.#messages += 1;
    const { isEvents, onEvent } = this.#options;
    const max = isEvents ? MAX_ANSWER_MESSAGES : MAX_BATCH_MESSAGES;
    if (onEvent === undefined && this.#messages > max) throw new AnswerRefused(`has more than ${max} messages`);
  }
}

/** @returns the place of the byte, or the end of the chunk */
function placeOf(chunk: Uint8Array, byte: number, from: number): number {
  const found = chunk.indexOf(byte, from);
  return found < 0 ? chunk.length : found;
}
