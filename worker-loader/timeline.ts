/**
 * The host's side of a durable run's order (guest/order.js): gives each answer to the script a place, passes entries to the embedder to
 * record, and answers repeated requests of a resumed run from the recording.
 *
 * Recorded settlements keep their places; new ones come after them in the order in which they are known. The guest delivers strictly by
 * place, so that answers may arrive in any order.
 */
import type { CallReply } from "./outcome.ts";
import { MAX_ASKS, MAX_OPEN_TIMERS } from "./recording.ts";
import type { Ask, Entry, RecordedAsk, Recording, TimerAsk } from "./recording.ts";
import { Replay } from "./replay.ts";

/** The functions and data that a durable run needs from its embedder. */
export interface Durable {
  /** Start time of the script, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Seed of its randomness: 128 bits, hex. */
  readonly seed: string;
  readonly recording: Recording;
  /** Records an entry, in order. It has to be stored before any later entry has an effect outside. */
  record(entry: Entry): void;
  /** Called when the answer of a service was recorded. The script gets the answer when the promise resolves; it must not reject. */
  onAnswered?(service: string): Promise<void>;
  /** @returns true if a question runs a script of its own, whose state the embedder knows: the run can rest while it is open */
  isNested?(service: string): boolean;
  /** @returns true if the run was stopped because it only waits */
  isParked?(): boolean;
  /** Called when the script has finished its turn and waits only for persons and timers. */
  onRest?(rest: Rest): void;
}

export interface Rest {
  /** Due time of the first timer, if there is one. */
  readonly nextTimer: number | undefined;
  /**
   * Since when the oldest of the calls waits that wait for a person, in milliseconds since 1970; undefined if none waits. A call that waited before
   * the run was interrupted counts from the first answer of an upstream since then, and is 0 until there is one.
   */
  readonly waitingSince: number | undefined;
  /** @returns true if nothing has happened since */
  stillSo(): boolean;
}

/** An answer to the guest. `order` is its place, counted from 0. */
export interface Settlement {
  readonly order: number;
  readonly at: number;
  readonly reply: CallReply;
}

interface PendingTimer {
  readonly number: number;
  readonly due: number;
  /** @param isCleared true if the script has cleared it */
  readonly end: (isCleared: boolean) => void;
}

interface Hooks {
  /** Called when the script differs from the recording. */
  readonly onDifference: (message: string) => void;
  readonly onTooMany: (message: string) => void;
  /** Called when a call was answered from the recording. */
  readonly onReplayed: (ask: Ask, reply: CallReply) => void;
}

/** A timer that is due later than any run may last is not armed. */
const MAX_ARMED_MS = 700_000;
/** Time without a request after which the guest is asked whether the script rests. */
const REST_CHECK_MS = 10;
/** Time after which the guest is asked between two requests, if a call waits for a person: short timers may follow one another without end. */
const MAX_UNASKED_MS = 100;

const NEVER = new Promise<never>(() => undefined);
const FIRED: CallReply = { ok: true, value: "null" };

export class Timeline {
  readonly #durable: Durable;
  readonly #hooks: Hooks;
  readonly #replay: Replay;
  /** Places of recorded settlements, by number of the request. */
  readonly #places: ReadonlyMap<number, number>;
  /** Open requests by number: the due time of a timer; "waiting" for a person; "nested" in a script of its own. */
  readonly #open = new Map<number, number | "waiting" | "going" | "nested">();
  /** When each call began to wait for a person, by number of the request. */
  readonly #waiting = new Map<number, number>();
  /** The time of the first answer to a call that is not told again from the recording. */
  #answeredAt: number | undefined;
  /** The time at which the script was last found at rest. */
  #restedAt: number;
  /** Timers that are not due yet, by the guest's own id. */
  readonly #timers = new Map<number, PendingTimer>();
  #alarm: ReturnType<typeof setTimeout> | undefined;
  /** The time from which the timers of a turn count: for the script, all of them are set at the same time. */
  #timed = { turn: -1, at: 0 };
  /** The time of the alarm; Infinity if none is set. */
  #alarmAt = Infinity;
  #requests = 0;
  #order: number;
  #now: number;
  #activity = 0;
  #look: ReturnType<typeof setTimeout> | undefined;
  #answerRest: (() => void) | undefined;
  #idleCheckAt = -1;
  #hasEnded = false;

  constructor(durable: Durable, hooks: Hooks) {
    this.#durable = durable;
    this.#hooks = hooks;
    const { recording, startedAt } = durable;
    this.#replay = new Replay(recording);
    this.#places = new Map(recording.settled.map(({ number }, place) => [number, place]));
    this.#order = recording.settled.length;
    this.#now = recording.settled.at(-1)?.at ?? startedAt;
    this.#restedAt = Date.now();
    this.#lookSoon();
  }

  /** @param turn number of answers that the script had got, as reported by the guest @param answer makes the request; gets its number */
  async ask(ask: Exclude<Ask, TimerAsk>, turn: number, answer: (number: number) => Promise<CallReply>) {
    const matched = this.#match(ask, turn);
    if (matched === undefined) return NEVER;
    const { number, recorded } = matched;
    if (recorded?.reply) {
      this.#hooks.onReplayed(ask, recorded.reply);
      return this.#settle(number, recorded.reply);
    }
    const isNested = ask.kind === "question" && this.#durable.isNested?.(ask.service) === true;
    this.#open.set(number, isNested ? "nested" : "going");
    const reply = await answer(number);
    if (this.#hasEnded) return NEVER;
    if (ask.kind === "call") this.#answeredAt ??= Date.now();
    if (ask.kind === "question") {
      this.#durable.record({ kind: "answered", number, reply });
      await this.#durable.onAnswered?.(ask.service);
      if (this.#hasEnded) return NEVER;
    }
    return this.#settle(number, reply);
  }

  /**
   * @param id the guest's id of the timer, by which it can clear it
   * @returns undefined for a timer that was cleared; a request without an answer would be kept until the run ends
   */
  async timer(ms: number, turn: number, id: number): Promise<Settlement | undefined> {
    if (turn !== this.#timed.turn) this.#timed = { turn, at: Date.now() };
    const request: TimerAsk = { kind: "timer", ms, due: this.#timed.at + ms };
    const matched = this.#match(request, turn);
    if (matched === undefined) return NEVER;
    const { number, recorded } = matched;
    const { due } = recorded?.ask.kind === "timer" ? recorded.ask : request;
    if (!this.#places.has(number)) {
      if (this.#timers.size >= MAX_OPEN_TIMERS) {
        this.#hooks.onTooMany(`A durable run may have ${MAX_OPEN_TIMERS} timers at the same time.`);
        return NEVER;
      }
      if (await this.#wait(number, due, id)) return undefined;
    }
    return this.#hasEnded ? NEVER : this.#settle(number, FIRED);
  }

  #match(ask: Ask, turn: number): { readonly number: number; readonly recorded?: RecordedAsk } | undefined {
    this.#requests += 1;
    this.#note();
    if (this.#requests > MAX_ASKS) {
      this.#hooks.onTooMany(
        `A durable run may make at most ${MAX_ASKS} requests: calls, timers and service requests together.`,
      );
      return undefined;
    }
    const matched = this.#replay.match(ask, turn);
    if (matched.kind === "different") {
      this.#hooks.onDifference(matched.message);
      return undefined;
    }
    if (matched.kind === "new") this.#durable.record({ kind: "asked", number: matched.number, turn, ask });
    return matched;
  }

  /** Marks a call as waiting for a person, or as going on. */
  mark(number: number, state: "waiting" | "going"): void {
    this.#open.set(number, state);
    if (state === "waiting") this.#waiting.set(number, Date.now());
    else this.#waiting.delete(number);
    this.#note();
  }

  /** Clears a timer. @param id the guest's id of the timer */
  clear(id: number): void {
    const timer = this.#timers.get(id);
    if (timer === undefined) return;
    this.#timers.delete(id);
    this.#open.delete(timer.number);
    timer.end(true);
    this.#note();
  }

  /**
   * Called by the guest with the number of its script's requests and of the answers it got. The guest calls again when this is answered.
   * @returns false when the run has ended
   */
  async rest(requests: number, turn: number): Promise<boolean> {
    if (this.#idleCheckAt === this.#activity && requests === this.#requests) this.#rests(turn);
    // A question without an answer would keep the guest's isolate.
    if (this.#hasEnded) return false;
    await new Promise<void>((resolve) => (this.#answerRest = resolve));
    return !this.#hasEnded;
  }

  /** Ends the run. @returns a difference, if the script has not repeated a recorded request */
  end(): string | undefined {
    this.#hasEnded = true;
    this.#answerRest?.();
    clearTimeout(this.#look ?? null);
    clearTimeout(this.#alarm ?? null);
    return this.#replay.missing();
  }

  #settle(number: number, reply: CallReply): Settlement {
    this.#open.delete(number);
    this.#waiting.delete(number);
    this.#note();
    const place = this.#places.get(number);
    const recorded = place === undefined ? undefined : this.#durable.recording.settled[place];
    if (place !== undefined && recorded !== undefined) return { order: place, at: recorded.at, reply };
    this.#now = Math.max(this.#now, Date.now());
    this.#durable.record({ kind: "settled", number, at: this.#now });
    this.#order += 1;
    return { order: this.#order - 1, at: this.#now, reply };
  }

  /** @returns true if the timer was cleared */
  #wait(number: number, due: number, id: number): Promise<boolean> {
    this.#open.set(number, due);
    return new Promise((resolve) => {
      this.#timers.set(id, { number, due, end: resolve });
      if (due < this.#alarmAt) this.#armFor(due);
    });
  }

  /** Sets the one alarm of all timers. Those that became due while the run was interrupted fire in the order of their due times. */
  #armFor(due: number): void {
    if (this.#hasEnded) return;
    clearTimeout(this.#alarm ?? null);
    this.#alarmAt = due;
    const ms = Math.max(0, due - Date.now());
    if (ms <= MAX_ARMED_MS) this.#alarm = setTimeout(() => this.#fireDue(), ms);
  }

  #fireDue(): void {
    // Until the replay is complete, the script may still set timers that are due before these.
    if (!this.#replay.isComplete) {
      this.#alarm = setTimeout(() => this.#fireDue(), REST_CHECK_MS);
      return;
    }
    const now = Date.now();
    const due = [...this.#timers].filter(([, timer]) => timer.due <= now);
    const inOrder = due.sort(([, one], [, other]) => one.due - other.due || one.number - other.number);
    for (const [id, timer] of inOrder) {
      this.#timers.delete(id);
      timer.end(false);
    }
    this.#alarmAt = Infinity;
    if (this.#timers.size > 0) this.#armFor(Math.min(...[...this.#timers.values()].map(({ due: at }) => at)));
  }

  #note(): void {
    this.#activity += 1;
    this.#lookSoon();
  }

  /** Asks the guest whether its script rests, when nothing has happened for REST_CHECK_MS; see also MAX_UNASKED_MS. */
  #lookSoon(): void {
    if (this.#look !== undefined || this.#hasEnded) return;
    const before = this.#activity;
    this.#look = setTimeout(() => {
      this.#look = undefined;
      if (this.#hasEnded) return;
      const isOverdue = this.#waiting.size > 0 && Date.now() > this.#restedAt + MAX_UNASKED_MS;
      if (before !== this.#activity && !isOverdue) return this.#lookSoon();
      if ([...this.#open.values()].includes("going")) return;
      this.#idleCheckAt = this.#activity;
      const answer = this.#answerRest;
      this.#answerRest = undefined;
      if (answer === undefined) this.#lookSoon();
      else answer();
    }, REST_CHECK_MS);
  }

  #rests(turn: number): void {
    const { settled } = this.#durable.recording;
    if (turn < settled.length) {
      const number = settled[turn]?.number ?? 0;
      const message = this.#replay.isMatched(number) ? undefined : this.#replay.missing();
      if (message === undefined) return this.#lookSoon();
      return this.#hooks.onDifference(message);
    }
    if (turn < this.#order) return this.#lookSoon();
    const open = [...this.#open.values()];
    if (open.length === 0) return;
    const due = open.filter((state) => typeof state === "number");
    const activity = this.#activity;
    this.#restedAt = Date.now();
    this.#durable.onRest?.({
      nextTimer: due.length === 0 ? undefined : Math.min(...due),
      waitingSince: this.#waitingSince(),
      stillSo: () => !this.#hasEnded && activity === this.#activity,
    });
  }

  #waitingSince(): number | undefined {
    const asked = this.#durable.recording.asks.length;
    const times = [...this.#waiting].map(([number, at]) => (number < asked ? (this.#answeredAt ?? 0) : at));
    return times.length === 0 ? undefined : Math.min(...times);
  }
}
