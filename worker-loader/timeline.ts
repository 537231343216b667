/**
 * The host's side of a durable run's order (guest/order.js): gives everything that the script is told a place, tells the embedder
 * what to record, and answers from the recording what an earlier life of the run was told already.
 *
 * Recorded settlements keep their places; new ones come after them in the order in which they are known. The guest delivers strictly by
 * place, so that answers may arrive in any order.
 */
import type { CallReply } from "./outcome.ts";
import type { Ask, Entry, RecordedAsk, Recording, TimerAsk } from "./recording.ts";
import { Replay } from "./replay.ts";

/** What a run that can be gone on with later needs from its embedder. */
export interface Durable {
  /** Milliseconds since 1970: the time that its script begins with. */
  readonly startedAt: number;
  /** 128 bits, hex: of its randomness. */
  readonly seed: string;
  readonly recording: Recording;
  /** In order. What is recorded has to be kept before anything that comes after it has an effect outside. */
  record(entry: Entry): void;
  /** Whether a question runs a script of its own, whose rest the embedder knows: the run can rest while it is open. */
  isNested?(service: string): boolean;
  /** Whether the run was stopped because it waits, with nothing on its way. */
  isParked?(): boolean;
  /** What an earlier life was told is told again. */
  onReplayed?(ask: Ask): void;
  /** The script has had its turn, and everything that it waits for is a person, or a timer. */
  onRest?(rest: Rest): void;
}

export interface Rest {
  /** When the first timer is due, if there is one. */
  readonly nextTimer: number | undefined;
  /** Whether calls wait for a person. */
  readonly isWaiting: boolean;
  /** Whether nothing has happened since. */
  stillSo(): boolean;
}

/** What the guest is told: `order` counts from 0 what the script hears. */
export interface Settlement {
  readonly order: number;
  readonly at: number;
  readonly reply: CallReply;
}

interface PendingTimer {
  readonly number: number;
  readonly due: number;
  readonly fire: () => void;
}

interface Hooks {
  /** The script does not go the way it went before. */
  readonly onDifference: (message: string) => void;
  readonly onTooMany: (message: string) => void;
  /** A call was answered from the recording. */
  readonly onReplayed: (ask: Ask, reply: CallReply) => void;
}

/** A script that asks for more has its run ended: each is a line of the journal. */
export const MAX_ASKS = 20_000;
/** A timer that is due later than any run may last is not armed. */
const MAX_ARMED_MS = 700_000;
/** How long a script may be silent before it is asked whether it rests. */
const LOOK_AFTER_MS = 10;

const NEVER = new Promise<never>(() => undefined);
const FIRED: CallReply = { ok: true, value: "null" };

export class Timeline {
  readonly #durable: Durable;
  readonly #hooks: Hooks;
  readonly #replay: Replay;
  /** Places of recorded settlements, by number of the ask. */
  readonly #places: ReadonlyMap<number, number>;
  /** Asked and not settled: when it is due, if it is a timer; "waiting" for a person; "nested" in a script of its own. */
  readonly #open = new Map<number, number | "waiting" | "going" | "nested">();
  /** Those that are not due yet, by the guest's own id. */
  readonly #timers = new Map<number, PendingTimer>();
  #alarm: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #order: number;
  #now: number;
  #activity = 0;
  #look: ReturnType<typeof setTimeout> | undefined;
  #answerRest: (() => void) | undefined;
  #askedAt = -1;
  #hasEnded = false;

  constructor(durable: Durable, hooks: Hooks) {
    this.#durable = durable;
    this.#hooks = hooks;
    const { recording, startedAt } = durable;
    this.#replay = new Replay(recording);
    this.#places = new Map(recording.settled.map(({ number }, place) => [number, place]));
    this.#order = recording.settled.length;
    this.#now = recording.settled.at(-1)?.at ?? startedAt;
    this.#lookSoon();
  }

  /**
   * @param turn how much the script had been told, as the guest says
   * @param answer asks for it now; told its number
   */
  async ask(ask: Exclude<Ask, TimerAsk>, turn: number, answer: (number: number) => Promise<CallReply>) {
    const matched = this.#match(ask, turn);
    if (matched === undefined) return NEVER;
    const { number, recorded } = matched;
    if (recorded?.reply) {
      this.#hooks.onReplayed(ask, recorded.reply);
      this.#durable.onReplayed?.(ask);
      return this.#settle(number, recorded.reply);
    }
    const isNested = ask.kind === "question" && this.#durable.isNested?.(ask.service) === true;
    this.#open.set(number, isNested ? "nested" : "going");
    const reply = await answer(number);
    if (this.#hasEnded) return NEVER;
    if (ask.kind === "question") this.#durable.record({ kind: "answered", number, reply });
    return this.#settle(number, reply);
  }

  /** @param id the guest's, by which it can clear it */
  async timer(ms: number, turn: number, id: number): Promise<Settlement> {
    const asked: TimerAsk = { kind: "timer", ms, due: Date.now() + ms };
    const matched = this.#match(asked, turn);
    if (matched === undefined) return NEVER;
    const { number, recorded } = matched;
    const { due } = recorded?.ask.kind === "timer" ? recorded.ask : asked;
    if (!this.#places.has(number)) await this.#wait(number, due, id);
    return this.#hasEnded ? NEVER : this.#settle(number, FIRED);
  }

  #match(ask: Ask, turn: number): { readonly number: number; readonly recorded?: RecordedAsk } | undefined {
    this.#asked += 1;
    this.#note();
    if (this.#asked > MAX_ASKS) {
      this.#hooks.onTooMany(`A durable run may ask for ${MAX_ASKS} things: calls, timers and questions together.`);
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

  /** A call waits for a person, or does not any more. */
  mark(number: number, state: "waiting" | "going"): void {
    this.#open.set(number, state);
    this.#note();
  }

  /** The script has cleared a timer. @param id the guest's */
  clear(id: number): void {
    const timer = this.#timers.get(id);
    if (timer === undefined) return;
    this.#timers.delete(id);
    this.#open.delete(timer.number);
    this.#note();
  }

  /**
   * The guest says how much its script has asked for and been told, whenever it is asked: by the answer to the last time it said so.
   */
  async rest(asked: number, turn: number): Promise<void> {
    if (this.#askedAt === this.#activity && asked === this.#asked) this.#rests(turn);
    await new Promise<void>((resolve) => (this.#answerRest = resolve));
  }

  /** The run is over. @returns what the script had asked for before and has not asked for again */
  end(): string | undefined {
    this.#hasEnded = true;
    clearTimeout(this.#look ?? null);
    clearTimeout(this.#alarm ?? null);
    return this.#replay.missing();
  }

  #settle(number: number, reply: CallReply): Settlement {
    this.#open.delete(number);
    this.#note();
    const place = this.#places.get(number);
    const recorded = place === undefined ? undefined : this.#durable.recording.settled[place];
    if (place !== undefined && recorded !== undefined) return { order: place, at: recorded.at, reply };
    this.#now = Math.max(this.#now, Date.now());
    this.#durable.record({ kind: "settled", number, at: this.#now });
    this.#order += 1;
    return { order: this.#order - 1, at: this.#now, reply };
  }

  #wait(number: number, due: number, id: number): Promise<void> {
    this.#open.set(number, due);
    return new Promise((resolve) => {
      this.#timers.set(id, { number, due, fire: resolve });
      this.#arm();
    });
  }

  /** One alarm for all timers: those that became due while nobody was there fire in the order in which they were due. */
  #arm(): void {
    clearTimeout(this.#alarm ?? null);
    if (this.#timers.size === 0 || this.#hasEnded) return;
    const dues = [...this.#timers.values()].map(({ due }) => due);
    const ms = Math.max(0, Math.min(...dues) - Date.now());
    if (ms <= MAX_ARMED_MS) this.#alarm = setTimeout(() => this.#fireDue(), ms);
  }

  #fireDue(): void {
    // Until then there may be some that are due before these.
    if (!this.#replay.isComplete) {
      this.#alarm = setTimeout(() => this.#fireDue(), LOOK_AFTER_MS);
      return;
    }
    const now = Date.now();
    const due = [...this.#timers].filter(([, timer]) => timer.due <= now);
    const inOrder = due.sort(([, one], [, other]) => one.due - other.due || one.number - other.number);
    for (const [id, { fire }] of inOrder) {
      this.#timers.delete(id);
      fire();
    }
    this.#arm();
  }

  #note(): void {
    this.#activity += 1;
    this.#lookSoon();
  }

  /** When nothing has happened for a moment, the guest is asked whether its script rests. */
  #lookSoon(): void {
    if (this.#look !== undefined || this.#hasEnded) return;
    const before = this.#activity;
    this.#look = setTimeout(() => {
      this.#look = undefined;
      if (this.#hasEnded) return;
      if (before !== this.#activity) return this.#lookSoon();
      if ([...this.#open.values()].includes("going")) return;
      this.#askedAt = this.#activity;
      const answer = this.#answerRest;
      this.#answerRest = undefined;
      if (answer === undefined) this.#lookSoon();
      else answer();
    }, LOOK_AFTER_MS);
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
    this.#durable.onRest?.({
      nextTimer: due.length === 0 ? undefined : Math.min(...due),
      isWaiting: open.includes("waiting"),
      stillSo: () => !this.#hasEnded && activity === this.#activity,
    });
  }
}
