/**
 * Regular expressions of schemas, matched in time linear in the text. The platform's engine goes back and tries again: `^(a+)+$` on 31
 * characters takes it 14 s, and nothing can stop it. Here all paths through a pattern are followed at once (Thompson's construction), so a
 * character costs at most as many steps as the pattern has states. The platform's engine decides only whether one character belongs
 * to one class, and whether the pattern is well-formed.
 *
 * Not supported, because one pass cannot decide them: groups that look ahead or behind, and references back to a group.
 */
import { MAX_PATTERN_CHARS } from "../limits/check-limits.ts";
import { buildStates, type State } from "./pattern-states.ts";
import { parsePattern, type Assertion } from "./pattern-syntax.ts";

export interface Pattern {
  /** UTF-16 length of the shortest text that has a match, or less. */
  readonly minChars: number;
  /** @param spend is told of every step and throws when there have been too many */
  test(text: string, spend: (steps: number) => void): boolean;
  /**
   * Finds the first match at or after `from`, the longest one that begins there.
   * @param spend is told of every step and throws when there have been too many: each match reads on to where it can be no longer, so
   * the matches of a text together may take more than linear time
   */
  find(text: string, from: number, spend: (steps: number) => void): PatternMatch | undefined;
}

/** From `start` to before `end`, in UTF-16 units. */
interface PatternMatch {
  readonly start: number;
  readonly end: number;
}

/** A thread of the simulation (one path through the pattern): the state that it has reached, and where its match begins. */
interface Thread {
  readonly state: number;
  readonly start: number;
}

/** @returns why it cannot be used, when it cannot */
export function compilePattern(
  source: string,
  letters: "as they are" | "of any case" = "as they are",
): Pattern | string {
  if (source.length > MAX_PATTERN_CHARS) return `it has more than ${MAX_PATTERN_CHARS} characters`;
  const flags = ["u", ""].find((flag) => isWellFormed(source, flag));
  if (flags === undefined) return "it is not a regular expression";
  const tree = parsePattern(source, letters === "of any case" ? `${flags}i` : flags);
  if (typeof tree === "string") return tree;
  const states = buildStates(tree);
  return typeof states === "string" ? states : new Matcher(states, flags === "u");
}

function isWellFormed(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

class Matcher implements Pattern {
  readonly minChars: number;
  readonly #states: readonly State[];
  readonly #isByCodePoint: boolean;
  /** The round in which a state was entered last: each is entered at most once per character. Made once, because texts are many and short. */
  readonly #entered: Int32Array;
  /** Number of the present character among all that were read. */
  #round = 0;
  #beginnings: Beginnings | undefined;

  constructor(states: readonly State[], isByCodePoint: boolean) {
    this.#states = states;
    this.#isByCodePoint = isByCodePoint;
    this.#entered = new Int32Array(states.length);
    this.minChars = shortestMatch(states);
  }

  test(text: string, spend: (steps: number) => void): boolean {
    const entered = this.#entered;
    let waiting = [0];
    let isAnchored = false;
    for (let at = 0; at <= text.length;) {
      const round = this.#nextRound();
      const character = this.#characterAt(text, at);
      const following: number[] = [];
      let steps = 1;
      for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
        if (entered[index] === round) continue;
        entered[index] = round;
        steps += 1;
        const state = this.#states[index];
        if (state === undefined || state.kind === "match") return true;
        if (state.kind === "split") waiting.push(state.other, state.next);
        else if (state.kind === "assertion" && holds(state.assertion, text, at)) waiting.push(state.next);
        else if (state.kind === "character" && state.accepts(character)) following.push(state.next);
      }
      spend(steps);
      // The first state is tried everywhere, unless it has shown that it cannot be passed but at the beginning.
      if (at > 0 && !isAnchored) isAnchored = this.#isStuck(round);
      if (isAnchored && following.length === 0) return false;
      if (!isAnchored) following.push(0);
      waiting = following;
      at += Math.max(1, character.length);
    }
    return false;
  }

  find(text: string, from: number, spend: (steps: number) => void): PatternMatch | undefined {
    const entered = this.#entered;
    const waiting: number[] = [];
    let threads: Thread[] = [];
    let best: PatternMatch | undefined;
    for (let at = from; at <= text.length;) {
      if (threads.length === 0 && best === undefined) {
        const next = this.#nextBeginning(text, at);
        spend(next - at);
        at = next;
      }
      const round = this.#nextRound();
      const character = this.#characterAt(text, at);
      const following: Thread[] = [];
      let steps = STEPS_PER_CHARACTER;
      // Ways are in the order of their beginnings, so that the earliest one enters a state.
      if (best === undefined) threads.push({ state: 0, start: at });
      for (const thread of threads) {
        if (best !== undefined && thread.start > best.start) break;
        waiting.push(thread.state);
        for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
          if (entered[index] === round) continue;
          entered[index] = round;
          steps += 1;
          const state = this.#states[index];
          if (state === undefined || state.kind === "match") best = { start: thread.start, end: at };
          else if (state.kind === "split") waiting.push(state.other, state.next);
          else if (state.kind === "assertion" && holds(state.assertion, text, at)) waiting.push(state.next);
          else if (state.kind === "character" && state.accepts(character))
            following.push({ state: state.next, start: thread.start });
        }
      }
      spend(steps);
      threads = following;
      if (best !== undefined && threads.every(({ start }) => start > (best?.start ?? 0))) return best;
      at += Math.max(1, character.length);
    }
    return best;
  }

  /** Skips characters with which no match begins: most texts have no match, and this is most of their cost. */
  #nextBeginning(text: string, from: number): number {
    this.#beginnings ??= beginningsOf(this.#states);
    if (this.#beginnings === "any") return from;
    let at = from;
    while (at < text.length) {
      const character = this.#characterAt(text, at);
      if (this.#beginnings.some((accepts) => accepts(character))) break;
      at += character.length;
    }
    return at;
  }

  /** Only the first state was entered here, and it asks for the beginning of the text. */
  #isStuck(round: number): boolean {
    const [first] = this.#states;
    return first?.kind === "assertion" && first.assertion === "start" && this.#entered[0] === round;
  }

  #nextRound(): number {
    if (this.#round === MAX_ROUND) {
      this.#entered.fill(0);
      this.#round = 0;
    }
    this.#round += 1;
    return this.#round;
  }

  #characterAt(text: string, at: number): string {
    const code = this.#isByCodePoint ? text.codePointAt(at) : undefined;
    return code !== undefined && code > 0xff_ff ? String.fromCodePoint(code) : (text[at] ?? "");
  }
}

/** The largest number of an `Int32Array`. */
const MAX_ROUND = 0x7f_ff_ff_ff;

/** Steps of `find` for a character with which a match may begin or go on, before the states that it enters. */
const STEPS_PER_CHARACTER = 4;

/** @returns the number of characters on the shortest way from the first state to a match */
function shortestMatch(states: readonly State[]): number {
  const entered = new Set<number>();
  let reached = [0];
  for (let characters = 0; reached.length > 0; characters += 1) {
    const following: number[] = [];
    for (let index = reached.pop(); index !== undefined; index = reached.pop()) {
      if (entered.has(index)) continue;
      entered.add(index);
      const state = states[index];
      if (state === undefined || state.kind === "match") return characters;
      if (state.kind === "split") reached.push(state.other, state.next);
      else if (state.kind === "assertion") reached.push(state.next);
      else following.push(state.next);
    }
    reached = following;
  }
  return Infinity;
}

type Beginnings = readonly ((character: string) => boolean)[] | "any";

/** @returns the possible first characters of a match; "any" where a match may begin with an assertion or be empty */
function beginningsOf(states: readonly State[]): Beginnings {
  const beginnings: ((character: string) => boolean)[] = [];
  const entered = new Set<number>();
  const waiting = [0];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (entered.has(index)) continue;
    entered.add(index);
    const state = states[index];
    if (state?.kind === "split") waiting.push(state.other, state.next);
    else if (state?.kind === "character") beginnings.push(state.accepts);
    else return "any";
  }
  return beginnings.length > MAX_BEGINNINGS ? "any" : beginnings;
}

/** Asking more of them would cost more than it saves. */
const MAX_BEGINNINGS = 8;

function holds(assertion: Assertion, text: string, at: number): boolean {
  if (assertion === "start") return at === 0;
  if (assertion === "end") return at === text.length;
  const isBoundary = isWord(text[at - 1]) !== isWord(text[at]);
  return assertion === "boundary" ? isBoundary : !isBoundary;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}
