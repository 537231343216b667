/**
 * The host's side of the boundary: counts, bounds and ends one run. Nothing a script does inside its isolate can
 * change what is decided here.
 *
 * Order of checks for a call: the run has not ended → the call has the right shape and size → the budget → its turn.
 * After `end`, a call never settles: an answer would only keep a script that ignores errors busy.
 */
import type { CallFailure, CallReply, Host, HostReply, Question, ToolCall } from "./outcome.ts";
import type { RunLimits } from "./limits.ts";

/** The guest keeps to 64 calls on their way; one that does not is no guest of ours any more. */
const MAX_UNANSWERED = 1_000;
/** Failures that a script may end with under their own codes; older ones count as the script's own errors. */
const MAX_FAILURES = 1_000;
/**
 * Answers that need no I/O never let the event loop take other work (`for (;;) await store.get("flag")` stopped a local gateway
 * for 45 s). After this long without a turn for others, the next answer waits for one.
 */
const MAX_TURN_MS = 20;

/** Names are repeated in messages, warnings and progress; a script can make up one of a megabyte. */
const MAX_NAME_LENGTH = 512;

/** Of an ask of a durable run. */
export interface GateEntry {
  readonly number: number;
  /** Told when the call begins and ceases to wait for a person. */
  mark(state: "waiting" | "going"): void;
}

interface Passing {
  readonly call?: ToolCall;
  readonly entry?: GateEntry | undefined;
}

const NEVER = new Promise<never>(() => undefined);

export class Gate {
  readonly #host: Host;
  readonly #limits: RunLimits;
  readonly #onBudgetSpent: () => void;
  /** By number of the call: what it calls. */
  readonly #pending = new Map<number, string>();
  readonly #waiting: (() => void)[] = [];
  readonly #logs: string[] = [];
  /** Lines that came from the guest; the gate adds some of its own. */
  #guestLines = 0;
  #logLength = 0;
  #logsCut = false;
  /** What was answered with a failure, as `keyOf` has it, oldest first. */
  readonly #failures = new Set<string>();
  #calls = 0;
  #passed = 0;
  /** Resolves when the event loop has had a turn since the first answer after the last one. */
  #nextTurn: Promise<void> | undefined;
  #busySince = 0;
  #running = 0;
  #ended = false;

  /** @param onBudgetSpent called when the script asks for more calls than it may make; the run is over then. */
  constructor(host: Host, limits: RunLimits, onBudgetSpent: () => void) {
    this.#host = host;
    this.#limits = limits;
    this.#onBudgetSpent = onBudgetSpent;
  }

  /** @param entry of the call, in a durable run */
  async call(call: unknown, entry?: GateEntry): Promise<CallReply> {
    if (this.#ended) return NEVER;
    const reply = await this.#answer(call, entry);
    if (!reply.ok) this.#remember(reply.error);
    return this.#afterTurn(reply);
  }

  /** As `call`, of the embedder itself: no budget, but the same turns. */
  async ask(question: unknown, entry?: GateEntry): Promise<CallReply> {
    if (this.#ended) return NEVER;
    const reply = await this.#answerQuestion(question, entry);
    if (!reply.ok) this.#remember(reply.error);
    return this.#afterTurn(reply);
  }

  /** An earlier life of the run made this call and had this answer. */
  replayed(isCall: boolean, reply: CallReply): void {
    if (isCall) this.#calls += 1;
    if (!reply.ok) this.#remember(reply.error);
    else if (reply.note !== undefined) this.warn(reply.note);
  }

  /** Whether the run was answered with this failure: only then a script can end with its code. */
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
    const send = (): Promise<HostReply> => this.#host.call({ server, tool, args, raw }, entry?.number);
    return this.#pass(`${server}.${tool}`, send, { call, entry });
  }

  async #answerQuestion(question: unknown, entry: GateEntry | undefined): Promise<CallReply> {
    const { maxArgsLength } = this.#limits;
    if (!isQuestion(question)) return refuse("INVALID_ARGS", "A question needs a service and arguments.");
    const { service, args } = question;
    if (service.length > MAX_NAME_LENGTH || args.length > maxArgsLength) {
      const message = `The arguments of ${service.slice(0, 50)} have ${args.length} characters; at most ${maxArgsLength} are sent.`;
      return refuse("INVALID_ARGS", message);
    }
    const unanswered = refuse("INTERNAL_ERROR", `There is nobody to answer ${service}.`);
    return this.#pass(service, async () => (await this.#host.ask?.({ service, args }, entry?.number)) ?? unanswered);
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
      return refuse("CAPACITY", `${MAX_UNANSWERED} calls of this run wait for an answer; no more are taken.`, call);
    }
    this.#passed += 1;
    const number = this.#passed;
    this.#pending.set(number, what);
    for (let again = send; ;) {
      await this.#turn();
      if (this.#ended) return NEVER;
      const reply = await again().catch((): CallReply =>
        refuse("INTERNAL_ERROR", `The gateway failed while calling ${what}.`, call),
      );
      this.#running -= 1;
      this.#waiting.shift()?.();
      if (this.#ended) return NEVER;
      if ("ok" in reply) {
        this.#pending.delete(number);
        if (!reply.ok || reply.note === undefined) return reply;
        this.warn(reply.note);
        return { ok: true, value: reply.value };
      }
      // It waits for a person, and others go on.
      entry?.mark("waiting");
      again = await reply.waits;
      entry?.mark("going");
    }
  }

  /** @param from how many lines the guest says came before these; what has arrived already is not kept twice */
  log(from: unknown, lines: unknown): void {
    if (this.#ended || !Array.isArray(lines) || typeof from !== "number") return;
    const known = Math.max(0, this.#guestLines - from);
    for (const line of lines.slice(known)) {
      if (typeof line !== "string") continue;
      this.#guestLines += 1;
      this.#keep(line);
    }
  }

  /** Stops the run's way out. Idempotent. @returns the calls that were not answered yet */
  end(): readonly string[] {
    const unfinished = this.#ended ? [] : [...this.#pending.values()];
    this.#ended = true;
    this.#waiting.length = 0;
    return unfinished;
  }

  /** A line of ours among the script's own. */
  warn(text: string): void {
    this.#keep(`[isogate] ${text}`);
  }

  /** The guest says that it dropped lines to keep within the bounds. */
  cutLogs(): void {
    this.#logsCut = true;
  }

  get logs(): readonly string[] {
    return this.#logsCut ? [...this.#logs, "… more was logged and not kept"] : this.#logs;
  }

  /** The guest bounds its logs itself, to spare traffic; this bound is the one that counts. */
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
