/**
 * Looks at the bytes of an answer as they come, before anybody collects or parses them: how deep they are nested, how many messages they
 * hold, how long one event is. JSON or server-sent events of JSON; what is neither fails when it is parsed.
 */
import { MAX_ANSWER_MESSAGES, MAX_MESSAGE_DEPTH } from "../limits/upstream-limits.ts";

/** The upstream sends more than anybody reads. The message continues a sentence that begins with the upstream's name. */
export class AnswerRefused extends Error {
  override readonly name = "AnswerRefused";
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LINE_FEED, RETURN] = [0x0a, 0x0d];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

export interface ScannerOptions {
  readonly isEvents: boolean;
  /** Of one event. */
  readonly maxEventBytes: number;
  /** Events are counted by whoever is told of them. */
  readonly onEvent?: () => void;
}

export class AnswerScanner {
  readonly #options: ScannerOptions;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #messages = 0;
  #lineBytes = 0;
  #eventBytes = 0;
  #before = 0;

  constructor(options: ScannerOptions) {
    this.#options = options;
  }

  /** @throws AnswerRefused */
  push(chunk: Uint8Array): void {
    const { isEvents } = this.#options;
    for (const byte of chunk) {
      if (isEvents) this.#countEvent(byte);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#isInText) {
        if (byte === QUOTE) this.#isInText = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
      } else this.#countLevel(byte);
    }
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

  #countEvent(byte: number): void {
    const isEnd = byte === LINE_FEED || byte === RETURN;
    const isSecondHalf = byte === LINE_FEED && this.#before === RETURN;
    this.#before = byte;
    this.#eventBytes += 1;
    if (!isEnd) {
      this.#lineBytes += 1;
      if (this.#eventBytes > this.#options.maxEventBytes) {
        throw new AnswerRefused(`has an event of more than ${this.#options.maxEventBytes} bytes`);
      }
      return;
    }
    if (isSecondHalf) return;
    if (this.#lineBytes === 0) this.#endEvent();
    this.#lineBytes = 0;
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
    if (this.#options.onEvent === undefined && this.#messages > MAX_ANSWER_MESSAGES) {
      throw new AnswerRefused(`has more than ${MAX_ANSWER_MESSAGES} messages`);
    }
  }
}
