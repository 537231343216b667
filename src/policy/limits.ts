/**
 * Limits as transitions of counters. A call needs certain amounts of certain counters; `reserve` says whether all of them have room and
 * what to write, all or nothing; `rollBack` undoes it for a call that never reached the upstream. The host keeps the counters: it reads,
 * decides and writes in one synchronous step, so parallel calls cannot both take the last unit.
 */
import type { LimitDocument, Mode } from "./document/document.ts";
import { amountOf } from "./values/amount.ts";
import { NAMED_WINDOW_MS, durationMs, readableDuration } from "./values/durations.ts";
import { readPath, type EvaluationContext } from "./conditions/evaluation-context.ts";
import { pathOf } from "./conditions/value-condition.ts";
import type { ValuePath } from "./values/value-path.ts";

type LimitScope = NonNullable<LimitDocument["scope"]>;

export interface CompiledLimit {
  /** JSON pointer into the document. */
  readonly rule: string;
  /** The key of `tools` that contains the limit; a counter belongs to it. */
  readonly owner: string;
  readonly counter: string;
  readonly window: { readonly ms: number } | "run" | "session";
  readonly max: number;
  readonly scope: LimitScope;
  readonly amount: ValuePath | undefined;
  readonly mode: Mode;
  readonly message: string | undefined;
}

/** The owners that a call is counted for. */
export interface CounterOwners {
  readonly grant: string;
  readonly principal: string;
  readonly session?: string;
  readonly run: string;
}

export interface LimitNeed {
  /** Names the counter, its owner and its window; a new window is a new key. */
  readonly key: string;
  readonly amount: number;
  readonly max: number;
  /** The end of the counter's window in milliseconds since 1970; for a run or session, a month later. */
  readonly expiresAt: number;
  /** Counters of the scope deployment are shared by all Gateways: see leases.ts. */
  readonly scope: LimitScope;
  readonly mode: Mode;
  readonly rule: string;
  readonly message: string | undefined;
}

export interface CounterWrite {
  readonly key: string;
  readonly add: number;
  readonly expiresAt: number;
}

export type Reservation =
  | { readonly ok: true; readonly writes: readonly CounterWrite[]; readonly exceeded: readonly ExceededLimit[] }
  | { readonly ok: false; readonly exceeded: ExceededLimit };

/** An exceeded limit. Where a limit is only logged, `ok` stays true and the limit is listed. */
export interface ExceededLimit {
  readonly rule: string;
  readonly message: string;
  readonly used: number;
  readonly max: number;
  /** Milliseconds until the window ends; undefined if it ends with a run or session, and for a call that takes more than the limit. */
  readonly retryAfterMs: number | undefined;
}

const UNTIMED_COUNTER_MS = 31 * 86_400_000;

export function compileLimit(
  limit: LimitDocument,
  place: { readonly rule: string; readonly owner: string; readonly mode: Mode; readonly message: string | undefined },
): CompiledLimit {
  const { counter, window, max, scope = "grant", increment_from: from } = limit;
  return {
    ...place,
    mode: limit.mode ?? place.mode,
    counter,
    window: windowOf(window),
    max,
    scope,
    amount: from === undefined ? undefined : pathOf(from),
  };
}

function windowOf(window: LimitDocument["window"]): CompiledLimit["window"] {
  if (typeof window === "number") return { ms: window * 1_000 };
  if (window === "run" || window === "session") return window;
  const ms = window in NAMED_WINDOW_MS ? NAMED_WINDOW_MS[window as keyof typeof NAMED_WINDOW_MS] : durationMs(window);
  if (ms === undefined) throw new TypeError(`The window ${window} cannot be read.`);
  return { ms };
}

/** @returns undefined if the amount cannot be read from the arguments: the call has to be refused */
export function needOf(
  limit: CompiledLimit,
  context: EvaluationContext,
  owners: CounterOwners,
  now: number,
): LimitNeed | undefined {
  const amount = limit.amount === undefined ? 1 : amountOf(readPath(limit.amount, context));
  if (amount === undefined) return undefined;
  const { owner, counter, max, scope, mode, rule, message } = limit;
  const timed = typeof limit.window === "object" ? limit.window.ms : undefined;
  const start = timed === undefined ? 0 : Math.floor(now / timed) * timed;
  const life = typeof limit.window === "object" ? `${limit.window.ms}@${start}` : spanOf(limit.window, owners);
  return {
    key: JSON.stringify([owner, counter, scope, ownerOf(scope, owners), life]),
    amount,
    max,
    expiresAt: timed === undefined ? now + UNTIMED_COUNTER_MS : start + timed,
    scope,
    mode,
    rule,
    message,
  };
}

/** A caller without a session is counted by its grant, so every call has an owner. */
function ownerOf(scope: LimitScope, { grant, principal, session, run }: CounterOwners): string {
  switch (scope) {
    case "grant":
      return grant;
    case "principal":
      return principal;
    case "deployment":
      return "";
    case "session":
      return session === undefined ? `grant ${grant}` : `session ${session}`;
    case "run":
      return run;
  }
}

function spanOf(window: "run" | "session", { grant, session, run }: CounterOwners): string {
  if (window === "run") return `run ${run}`;
  return session === undefined ? `grant ${grant}` : `session ${session}`;
}

/** @param used returns the counter's present value, 0 if there is none */
export function reserve(needs: readonly LimitNeed[], used: (key: string) => number, now: number): Reservation {
  const writes: CounterWrite[] = [];
  const exceeded: ExceededLimit[] = [];
  for (const need of needs) {
    const before = used(need.key);
    // The condition is negated so that a counter that is not a number has no room.
    if (!(before + need.amount <= need.max)) {
      const over = exceededBy(need, before, now);
      if (need.mode === "enforce") return { ok: false, exceeded: over };
      exceeded.push(over);
    }
    writes.push({ key: need.key, add: need.amount, expiresAt: need.expiresAt });
  }
  return { ok: true, writes, exceeded };
}

/** The writes that undo a reservation. If its window has ended since then, the new window is not changed. */
export function rollBack(writes: readonly CounterWrite[]): readonly CounterWrite[] {
  return writes.map(({ key, add, expiresAt }) => ({ key, add: -add, expiresAt }));
}

/** The new value of a counter after one write, which the host's storage has to store. */
export function written(before: number, { add }: CounterWrite): number {
  return Math.max(0, before + add);
}

function exceededBy(
  { key, rule, amount, max, message, expiresAt }: LimitNeed,
  used: number,
  now: number,
): ExceededLimit {
  const [, counter = "", , , life = ""] = JSON.parse(key) as readonly string[];
  const isTooMuch = amount > max;
  // The window of a run, session or grant has its id, which may be an address.
  const hasRoomAgain = /^\d+@/.test(life) && !isTooMuch;
  const again = hasRoomAgain ? ` Calls are possible again in ${readableDuration(expiresAt - now)}.` : "";
  const reached = `The limit ${counter} of ${max} is reached (${used} used).${again}`;
  return {
    rule,
    message:
      message ?? (isTooMuch ? `The limit ${counter} of ${max} is less than this call takes (${amount}).` : reached),
    used,
    max,
    retryAfterMs: hasRoomAgain ? Math.max(1, expiresAt - now) : undefined,
  };
}
