/**
 * One stdio server of a tunnel. It is started by the first message for it, shared by all sessions, and restarted after it has ended.
 * Requests get ids of the process's own, so that ids of different sessions do not collide. Answers are cached: a request that the gateway
 * repeats after a lost connection is answered from the cache and not executed again. Unrequested messages have an allowance, and
 * the process is not read while the connection has enough to send, so that one server cannot hold up the others of its tunnel.
 */
import { spawn, type ChildProcess } from "node:child_process";
import process from "node:process";
import { Allowance } from "../../lib/allowance.ts";
import { parseExact } from "../../lib/exact-json.ts";
import { ANSWER_LOST, NO_MESSAGE } from "../../contract/tunnel.ts";
import { LOCAL_BURST_CHARS, LOCAL_CHARS_PER_SECOND, MAX_LOCAL_LINE_CHARS } from "../../limits/tunnel-limits.ts";
import { EVENT_COST_BYTES } from "../../limits/upstream-limits.ts";
import { LineReader, answeredId, type LongLine } from "./line-reader.ts";
import { exceeded } from "./message-bounds.ts";
import { MAX_COMPLAINT_CHARS, explainStart, lastLine, shown, withoutSecrets } from "./process-failure.ts";
import type { ProcessEntry } from "./process-entry.ts";

export type Message = Readonly<Record<string, unknown>>;

/** The maximum number of cached answers, and of requests known to have been carried out: more than a gateway sends again. */
const MAX_ANSWERED = 500;
const MAX_CARRIED_OUT = 50_000;
const ENDED = -32_000;
const NOT_KEPT = {
  code: ENDED,
  message: "The call was executed before the connection was lost; its answer is not kept.",
  data: ANSWER_LOST,
};

const DIGITS = /^\d{1,15}$/;

interface SentRequest {
  readonly session: string;
  readonly id: unknown;
}

export class LocalProcess {
  readonly #entry: ProcessEntry;
  readonly #deliver: (session: string, message: Message) => void;
  readonly #log: (line: string) => void;
  readonly #drained: () => Promise<void> | undefined;
  /**
   * For unrequested messages, in characters. The gateway drops what is more, but only after it has read it, and meanwhile the answers of all
   * other servers of the tunnel wait.
   */
  readonly #allowance = new Allowance(LOCAL_BURST_CHARS, LOCAL_CHARS_PER_SECOND);
  /** A message was dropped since the process was started. */
  #hasDropped = false;
  /** An answer had the id of no request since the process was started. */
  #hasMisanswered = false;
  /** A line was no message since the process was started. */
  #hasStrayed = false;
  #child: ChildProcess | undefined;
  #session = "";
  #next = 1;
  /** Requests without an answer, by the process's own ids. */
  readonly #sent = new Map<number, SentRequest>();
  /** Answers by session and id; undefined while a request has no answer. */
  readonly #answers = new Map<string, Message | undefined>();
  /** Keys of the answers that are there in full, oldest first. */
  readonly #remembered = new Set<string>();

  /** @param drained returns a promise while the connection has enough to send, which is waited for before the process is read on */
  constructor(
    entry: ProcessEntry,
    deliver: (session: string, message: Message) => void,
    log: (line: string) => void,
    drained: () => Promise<void> | undefined = () => undefined,
  ) {
    this.#entry = entry;
    this.#deliver = deliver;
    this.#log = log;
    this.#drained = drained;
  }

  receive(session: string, message: Message): void {
    this.#session = session;
    const { id, method } = message;
    if (method === undefined || id === undefined) return this.#write(this.#translated(session, message));
    const key = JSON.stringify([session, id]);
    if (this.#answers.has(key)) {
      const answer = this.#answers.get(key);
      if (answer !== undefined) this.#deliver(session, answer);
      return;
    }
    this.#remember(key, undefined);
    const own = this.#next;
    this.#next += 1;
    this.#sent.set(own, { session, id });
    this.#write({ ...message, id: own });
  }

  stop(): void {
    this.#child?.kill();
  }

  /** Replaces the request id in a cancellation by the process's own id. */
  #translated(session: string, message: Message): Message {
    const params = message["params"];
    if (message["method"] !== "notifications/cancelled" || typeof params !== "object" || params === null)
      return message;
    const { requestId } = params as { readonly requestId?: unknown };
    const [own] = [...this.#sent].find(([, request]) => request.session === session && request.id === requestId) ?? [];
    return { ...message, params: { ...params, requestId: own ?? -1 } };
  }

  #write(message: Message): void {
    this.#child ??= this.#start();
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  #start(): ChildProcess {
    const { name, command, args, env, cwd } = this.#entry;
    this.#log(`${name}: starting ${withoutSecrets(command, this.#entry)}`);
    this.#hasDropped = false;
    this.#hasStrayed = false;
    this.#hasMisanswered = false;
    const child = spawn(command, [...args], {
      env: { ...process.env, ...env },
      ...(cwd !== undefined && { cwd }),
      stdio: ["pipe", "pipe", "pipe"],
    });
    let complaints = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      process.stderr.write(text);
      complaints = (complaints + text).slice(-MAX_COMPLAINT_CHARS);
    });
    const reader = new LineReader(
      (line) => this.#readLine(line),
      (line) => this.#lostLine(line),
    );
    const output = child.stdout?.setEncoding("utf8");
    output?.on("data", (text: string) => {
      reader.read(text);
      const drained = this.#drained();
      if (drained === undefined) return;
      output.pause();
      void drained.then(() => output.resume());
    });
    child.stdin?.on("error", () => undefined);
    child.once("error", (error) =>
      this.#ended(child, withoutSecrets(error.message, this.#entry), explainStart(error, this.#entry)),
    );
    child.once("close", (status) =>
      this.#ended(child, `status ${status ?? "unknown"}`, lastLine(complaints, this.#entry)),
    );
    return child;
  }

  #readLine(line: string): void {
    let message: Message;
    try {
      const value = parseExact(line);
      if (typeof value !== "object" || value === null || Array.isArray(value)) return this.#strayed(line);
      message = value as Message;
    } catch {
      return this.#strayed(line);
    }
    const { id, method } = message;
    if (method !== undefined && !this.#allowance.take(line.length + EVENT_COST_BYTES)) return this.#dropped();
    const problem = exceeded(message);
    if (method !== undefined) {
      if (problem === undefined) return this.#deliver(this.#session, message);
      return this.#log(`${this.#entry.name}: a message ${problem}; it is dropped`);
    }
    const isAnswer = id !== undefined || message["result"] !== undefined || message["error"] !== undefined;
    if (!isAnswer) return this.#strayed(line);
    const own = this.#inFlight(id);
    if (own === undefined) return this.#answeredNothing(message);
    if (problem === undefined) return this.#answer(own, message);
    const text = `The answer of ${this.#entry.name} ${problem}.`;
    this.#answer(own, { jsonrpc: "2.0", error: { code: ENDED, message: text, data: ANSWER_LOST } });
  }

  /** Some servers answer the request 7 with the id "7". @returns the process's own id of a request without an answer */
  #inFlight(id: unknown): number | undefined {
    const own = typeof id === "string" && DIGITS.test(id) ? Number(id) : id;
    return typeof own === "number" && this.#sent.has(own) ? own : undefined;
  }

  #answeredNothing(message: Message): void {
    if (this.#hasMisanswered) return;
    this.#hasMisanswered = true;
    const what = `it answered no request that waits: ${JSON.stringify(shown(JSON.stringify(message), this.#entry))}`;
    this.#log(`${this.#entry.name}: ${what}; such answers are dropped`);
  }

  /** Fails the call that the line answers, or all that it may answer. */
  #lostLine(line: LongLine): void {
    const { name } = this.#entry;
    const long = `a line of more than ${MAX_LOCAL_LINE_CHARS.toLocaleString("en")} characters`;
    this.#log(`${name}: it printed ${long} on its standard output; it is dropped`);
    const answered = answeredId(line);
    if (answered === "none") return;
    const message =
      answered === undefined
        ? `${name} printed ${long}, which may be the answer. A tunnel does not carry it.`
        : `The answer of ${name} is ${long}. A tunnel does not carry it.`;
    const error = { code: ENDED, message, data: ANSWER_LOST };
    for (const own of answered === undefined ? [...this.#sent.keys()] : [answered])
      this.#answer(own, { jsonrpc: "2.0", error });
  }

  /** Some servers print their logs on standard output. The gateway is told, which shows it as long as the server answers nothing. */
  #strayed(line: string): void {
    if (this.#hasStrayed || line.trim() === "") return;
    this.#hasStrayed = true;
    const text = shown(line, this.#entry);
    const what = `it printed ${JSON.stringify(text)} on its standard output, which is not an MCP message`;
    this.#log(`${this.#entry.name}: ${what}; such lines are dropped, logs belong on standard error`);
    this.#deliver(this.#session, { jsonrpc: "2.0", method: NO_MESSAGE, params: { line: text } });
  }

  #dropped(): void {
    if (this.#hasDropped) return;
    this.#hasDropped = true;
    const what = "it sends more unrequested messages than a tunnel carries";
    this.#log(`${this.#entry.name}: ${what} (docs/limits.md, LOCAL_BURST_CHARS); those beyond that are dropped`);
  }

  #answer(own: number, message: Message): void {
    const request = this.#sent.get(own);
    if (request === undefined) return;
    this.#sent.delete(own);
    const answer = { ...message, id: request.id };
    this.#remember(JSON.stringify([request.session, request.id]), answer);
    this.#deliver(request.session, answer);
  }

  #remember(key: string, answer: Message | undefined): void {
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    if (answer !== undefined) this.#remembered.add(key);
    for (const oldest of this.#remembered) {
      if (this.#remembered.size <= MAX_ANSWERED) break;
      this.#remembered.delete(oldest);
      this.#answers.set(oldest, { jsonrpc: "2.0", id: this.#answers.get(oldest)?.["id"], error: NOT_KEPT });
    }
    for (const [oldest, kept] of this.#answers) {
      if (this.#answers.size <= MAX_CARRIED_OUT) break;
      if (kept !== undefined) this.#answers.delete(oldest);
    }
  }

  /** @param detail a sentence that says what to do, or what the process has printed; "" if there is none */
  #ended(child: ChildProcess, why: string, detail: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    const { name } = this.#entry;
    this.#log(`${name}: ended (${why})`);
    const message = `The process of ${name} ended (${why}) before it answered.${detail}`;
    // A process that could not be started has carried out nothing.
    const error = { code: ENDED, message, ...(child.pid !== undefined && { data: ANSWER_LOST }) };
    for (const own of this.#sent.keys()) this.#answer(own, { jsonrpc: "2.0", error });
  }
}
