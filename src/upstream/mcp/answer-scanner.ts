/**
 * Looks at the bytes of an answer as they arrive, before they are collected or parsed: how deep they are nested, how many messages they
 * hold, how long one event is. JSON or server-sent events of JSON; what is neither fails when it is parsed.
 */
import { MAX_ANSWER_MESSAGES, MAX_BATCH_MESSAGES, MAX_MESSAGE_DEPTH } from "../../limits/upstream-limits.ts";

/** The upstream sends more than its budget. */
export class AnswerRefused extends Error {
  override readonly name = "AnswerRefused";

  /** @param what follows "the answer" */
  constructor(what: string) {
    super(`the answer ${what}.`);
  }
}

const [QUOTE, BACKSLASH, COMMA, LINE_FEED, RETURN] = [0x22, 0x5c, 0x2c, 0x0a, 0x0d];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

export interface ScannerOptions {
  readonly isEvents: boolean;
  /** Maximum size of one event. */
  readonly maxEventBytes: number;
  /** When given, the callback counts the events. */
  readonly onEvent?: () => void;
}

export class AnswerScanner {
  readonly #options: ScannerOptions;
  #depth = 0;
  #isInText = false;
  /** A text was cut after a backslash that escapes what comes next. */
  #isEscaped = false;
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
    for (let at = from; at < to; at += 1) {
      if (this.#isInText) at = this.#skipText(chunk, at, to);
      else this.#countLevel(chunk[at] ?? 0);
    }
  }

  /** Skips a string with the platform's `indexOf`; strings are most of an answer. @returns the place of its closing quote, or of the last byte */
  #skipText(chunk: Uint8Array, from: number, to: number): number {
    let start = from;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      start += 1;
    }
    for (let at = start; at < to;) {
      const found = chunk.indexOf(QUOTE, at);
      const end = found < 0 || found >= to ? to : found;
      let escapes = 0;
      while (end - 1 - escapes >= start && chunk[end - 1 - escapes] === BACKSLASH) escapes += 1;
      const isEscaped = escapes % 2 === 1;
      if (end === to) {
        this.#isEscaped = isEscaped;
        return to - 1;
      }
      if (!isEscaped) {
        this.#isInText = false;
        return end;
      }
      start = at = end + 1;
    }
    return to - 1;
  }

  #countLevel(byte: number): void {
    if (byte === QUOTE) this.#isInText = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      this.#depth += 1;
      if (this.#depth > MAX_MESSAGE_DEPTH) throw new AnswerRefused(`is nested deeper than ${MAX_MESSAGE_DEPTH} levels`);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth -= 1;
    // Between the messages of a batch.
    else if (byte === COMMA && this.#depth === 1) this.#countMessage();
  }

  #endEvent(): void {
    this.#options.onEvent?.();
    this.#eventBytes = 0;
    this.#depth = 0;
    this.#isInText = false;
    this.#isEscaped = false;
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
