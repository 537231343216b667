/**
 * The host's side of the boundary: counts, bounds and ends one run. Nothing that a script does inside its isolate can change its
 * decisions.
 *
 * Order of checks for a call: the run has not ended → the call has the right shape and size → the budget → a free slot. After `end`, a
 * call never settles: an answer would only keep a script that ignores errors busy.
 */
import type { CallFailure, CallReply, Host, HostReply, Question, ToolCall, UnansweredState } from "./outcome.ts";
import type { RunLimits } from "./limits.ts";
import { CUT_MARK, MARK, markedAsScript } from "./script-lines.ts";

/** A genuine guest has at most 64 calls in flight (512 in a durable run); one that exceeds this number has been replaced by the script. */
const MAX_UNANSWERED = 1_000;
/** Failures that a script may end with under their own codes; older ones count as the script's own errors. */
const MAX_FAILURES = 1_000;
/**
 * Answers that need no I/O never let the event loop take other work (`for (;;) await store.get("flag")` stopped a local gateway
 * for 45 s). After this long without a turn for others, the next answer waits for one.
 */
const MAX_TURN_MS = 20;

/** The maximum length of names, because they are repeated in messages, warnings and progress, and a script can make up a name of a megabyte. */
export const MAX_NAME_LENGTH = 512;

/** This many characters leave about as much in the memory of an isolate as one call. */
const CHARS_AS_REQUEST = 10_000;

/** The place of a request in a durable run. */
export interface GateEntry {
  readonly number: number;
  /** Called when the call starts and stops waiting for a person. */
  mark(state: "waiting" | "going"): void;
}

interface Passing {
  readonly call?: ToolCall;
  readonly entry?: GateEntry | undefined;
}

interface PendingCall {
  /** Name of the tool, or of what a question asks for. */
  readonly what: string;
  /** "sent" if the host has the call, which it may not have sent. */
  state: UnansweredState;
  /** The call's number in a durable run. */
  readonly entry?: number | undefined;
}

/** A call of a run that had no answer when the run ended. */
export type UnfinishedCall = Readonly<PendingCall>;

const NEVER = new Promise<never>(() => undefined);

export class Gate {
  readonly #host: Host;
  readonly #limits: RunLimits;
  readonly #onBudgetSpent: () => void;
  readonly #readUncaught: (line: unknown) => string | undefined;
  /** Pending calls, by number of the call. */
  readonly #pending = new Map<number, PendingCall>();
  readonly #waiting: (() => void)[] = [];
  readonly #logs: string[] = [];
  /** The number of lines that came from the guest, without the gate's own. */
  #guestLines = 0;
  #logLength = 0;
  #logsCut = false;
  /** Keys (`keyOf`) of the failures that the run was answered with, oldest first. */
  readonly #failures = new Set<string>();
  #calls = 0;
  #passed = 0;
  /** Characters of arguments and answers. */
  #chars = 0;
  /** Resolves after the event loop had a turn since the first answer of this series; undefined between two series. */
  #nextTurn: Promise<void> | undefined;
  #busySince = 0;
  #running = 0;
  #ended = false;

  /**
   * @param onBudgetSpent called when the script exceeds its number of calls, which ends the run
   * @param readUncaught makes a line of log of what the guest reports of an error (uncaught-errors.ts)
   */
  constructor(
    host: Host,
    limits: RunLimits,
    onBudgetSpent: () => void,
    readUncaught: (line: unknown) => string | undefined,
  ) {
    this.#host = host;
    this.#limits = limits;
    this.#onBudgetSpent = onBudgetSpent;
    this.#readUncaught = readUncaught;
  }

  /** @param entry the call's entry, in a durable run */
  async call(call: unknown, entry?: GateEntry): Promise<CallReply> {
    if (this.#ended) return NEVER;
    const reply = await this.#answer(call, entry);
    if (!reply.ok) this.#remember(reply.error);
    return this.#afterTurn(reply);
  }

  /** Works like `call`, for questions to the embedder's services: they have no budget, but share the slots and turns. */
  async ask(question: unknown, entry?: GateEntry): Promise<CallReply> {
    if (this.#ended) return NEVER;
    const reply = await this.#answerQuestion(question, entry);
    if (!reply.ok) this.#remember(reply.error);
    return this.#afterTurn(reply);
  }

  /** Counts a call or failure that was answered from the recording of the run. */
  replayed(isCall: boolean, reply: CallReply): void {
    if (isCall) this.#calls += 1;
    if (!reply.ok) this.#remember(reply.error);
    else if (reply.note !== undefined) this.warn(reply.note);
  }

  /** @returns true if the run was answered with this failure: only then may a script end with its code */
  hasGiven(failure: Pick<CallFailure, "code" | "message">): boolean {
    return this.#failures.has(keyOf(failure));
  }

  async #answer(call: unknown, entry: GateEntry | undefined): Promise<CallReply> {
    if (!isToolCall(call)) return refuse("INVALID_ARGS", "A call needs a server, a tool and arguments.");
    if (call.server.length > MAX_NAME_LENGTH || call.tool.length > MAX_NAME_LENGTH) {
      const path = `${call.server.slice(0, 50)}.${call.tool.slice(0, 50)}`;
      return refuse(
        "TOOL_NOT_FOUND",
        `No server or tool has a name of more than ${MAX_NAME_LENGTH} characters: ${path}…`,
      );
    }
    if (call.args.length > this.#limits.maxArgsLength) {
      const message = `The arguments of ${call.server}.${call.tool} have ${call.args.length} characters; at most ${this.#limits.maxArgsLength} are sent.`;
      return refuse("INVALID_ARGS", message, call);
    }
    if (this.#limits.maxToolCalls > 0 && this.#calls >= this.#limits.maxToolCalls) {
      this.#onBudgetSpent();
      return NEVER;
    }
    this.#calls += 1;
    const { server, tool, args, raw } = call;
    this.#chars += args.length;
    const send = (): Promise<HostReply> => this.#host.call({ server, tool, args, raw }, entry?.number);
    return this.#pass(`${server}.${tool}`, send, { call, entry });
  }

  async #answerQuestion(question: unknown, entry: GateEntry | undefined): Promise<CallReply> {
    const { maxQuestionLength } = this.#limits;
    if (!isQuestion(question))
      return refuse("INVALID_ARGS", "A service request needs the name of a service and arguments.");
    const { service, args } = question;
    if (service.length > MAX_NAME_LENGTH || args.length > maxQuestionLength) {
      const message = `The arguments of ${service.slice(0, 50)} have ${args.length} characters; at most ${maxQuestionLength} are sent.`;
      return refuse("INVALID_ARGS", message);
    }
    this.#chars += args.length;
    const unanswered = refuse("INTERNAL_ERROR", `There is no service ${service}.`);
    const what = this.#host.named?.({ service, args }) ?? service;
    return this.#pass(what, async () => (await this.#host.ask?.({ service, args }, entry?.number)) ?? unanswered);
  }

  #remember(failure: CallFailure): void {
    this.#failures.add(keyOf(failure));
    if (this.#failures.size <= MAX_FAILURES) return;
    for (const oldest of this.#failures) {
      this.#failures.delete(oldest);
      return;
    }
  }

  async #afterTurn(reply: CallReply): Promise<CallReply> {
    if (this.#nextTurn === undefined) {
      this.#busySince = Date.now();
      this.#nextTurn = new Promise((resolve) => {
        setTimeout(() => {
          this.#nextTurn = undefined;
          resolve();
        }, 0);
      });
    } else if (Date.now() - this.#busySince > MAX_TURN_MS) await this.#nextTurn;
    return this.#ended ? NEVER : reply;
  }

  async #pass(what: string, send: () => Promise<HostReply>, { call, entry }: Passing = {}): Promise<CallReply> {
    if (this.#pending.size >= MAX_UNANSWERED) {
      return refuse("CAPACITY", `${MAX_UNANSWERED} calls of this run wait for an answer, which is the maximum.`, call);
    }
    this.#passed += 1;
    const number = this.#passed;
    const pending: PendingCall = { what, state: "unsent", entry: entry?.number };
    this.#pending.set(number, pending);
    for (let again = send; ;) {
      await this.#turn();
      if (this.#ended) return NEVER;
      pending.state = "sent";
      const reply = await again().catch((): CallReply =>
        refuse("INTERNAL_ERROR", `The gateway failed while calling ${what}.`, call),
      );
      this.#running -= 1;
      this.#waiting.shift()?.();
      if (this.#ended) return NEVER;
      if ("ok" in reply) {
        this.#pending.delete(number);
        if (reply.ok) this.#chars += reply.value.length;
        if (!reply.ok || reply.note === undefined) return reply;
        this.warn(reply.note);
        return { ok: true, value: reply.value };
      }
      // The call waits for a person, and its slot is free for others.
      pending.state = "waiting";
      entry?.mark("waiting");
      again = await reply.waits;
      pending.state = "unsent";
      entry?.mark("going");
    }
  }

  /** @param from the number of lines that the guest reports before these; lines that have already arrived are not stored twice */
  log(from: unknown, lines: unknown): void {
    if (this.#ended || !Array.isArray(lines) || typeof from !== "number") return;
    const known = Math.max(0, this.#guestLines - from);
    for (const line of lines.slice(known)) {
      const text = typeof line === "string" ? line : this.#readUncaught(line);
      if (text === undefined) continue;
      this.#guestLines += 1;
      this.#keep(markedAsScript(text));
    }
  }

  /** Stops all calls of the run. Idempotent. @returns the calls without an answer, the first time */
  end(): readonly UnfinishedCall[] {
    const unfinished = this.#ended ? [] : [...this.#pending.values()];
    this.#ended = true;
    this.#waiting.length = 0;
    return unfinished;
  }

  /** Adds a line of the gateway to the script's log. */
  warn(text: string): void {
    this.#keep(`${MARK} ${text}`);
  }

  /** Called when the guest reports that it dropped lines to keep within the bounds. */
  cutLogs(): void {
    this.#logsCut = true;
  }

  /** The load of the run on its isolate so far: its calls and questions, and each 10,000 characters of arguments and answers, count as one. */
  get load(): number {
    return this.#passed + Math.floor(this.#chars / CHARS_AS_REQUEST);
  }

  get logs(): readonly string[] {
    return this.#logsCut ? [...this.#logs, CUT_MARK] : this.#logs;
  }

  /** Stores a line within the bounds. The guest bounds its logs, too, to save traffic, but only this bound can be relied on. */
  #keep(line: string): void {
    const { maxLogLines, maxLogLength } = this.#limits;
    if (this.#logs.length >= maxLogLines || this.#logLength + line.length > maxLogLength) {
      this.#logsCut = true;
      return;
    }
    this.#logs.push(line);
    this.#logLength += line.length;
    this.#host.logged?.(line);
  }

  #turn(): Promise<void> | void {
    if (this.#running < this.#limits.maxParallel) {
      this.#running += 1;
      return;
    }
    return new Promise<void>((resolve) => {
      this.#waiting.push(() => {
        this.#running += 1;
        resolve();
      });
    });
  }
}

function keyOf({ code, message }: Pick<CallFailure, "code" | "message">): string {
  return `${code}\n${message}`;
}

export function isToolCall(value: unknown): value is ToolCall {
  if (value === null || typeof value !== "object") return false;
  const { server, tool, args, raw } = value as Record<string, unknown>;
  return typeof server === "string" && typeof tool === "string" && typeof args === "string" && typeof raw === "boolean";
}

export function isQuestion(value: unknown): value is Question {
  if (value === null || typeof value !== "object") return false;
  const { service, args } = value as Record<string, unknown>;
  return typeof service === "string" && typeof args === "string";
}

function refuse(code: string, message: string, call?: ToolCall): CallReply {
  return { ok: false, error: { code, message, ...(call && { server: call.server, tool: call.tool }) } };
}
