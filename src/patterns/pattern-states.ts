/** From the syntax tree of a regular expression to the states that one pass over a text goes through. */
import { MAX_PATTERN_STATES } from "../limits/check-limits.ts";
import type { Assertion, PatternNode } from "./pattern-syntax.ts";

/** `next` and `other` are places in the list of states. */
export type State =
  | { readonly kind: "character"; readonly accepts: (character: string) => boolean; readonly next: number }
  | { readonly kind: "assertion"; readonly assertion: Assertion; readonly next: number }
  | Split
  | { readonly kind: "match" };

interface Split {
  readonly kind: "split";
  next: number;
  other: number;
}

/** @returns why there are none */
export function buildStates(tree: PatternNode): readonly State[] | string {
  const builder = new Builder();
  if (!builder.append(tree)) return `it has more than ${MAX_PATTERN_STATES} states`;
  return [...builder.states, { kind: "match" }];
}

class Builder {
  readonly states: State[] = [];
  /** Counted apart: `((){1000}){1000}` has no states, and a million of none. */
  #nodes = 0;

  /** Appends the states of `node`; what comes after it begins with the next state appended. @returns false when they are too many */
  append(node: PatternNode): boolean {
    this.#nodes += 1;
    if (this.#nodes > MAX_PATTERN_STATES * 2 || this.states.length > MAX_PATTERN_STATES) return false;
    const next = this.states.length + 1;
    switch (node.kind) {
      case "character":
        this.states.push({ kind: "character", accepts: node.accepts, next });
        return true;
      case "assertion":
        this.states.push({ kind: "assertion", assertion: node.assertion, next });
        return true;
      case "sequence":
        return node.parts.every((part) => this.append(part));
      case "choice":
        return this.#appendChoice(node.options);
      case "repeat":
        return this.#appendRepeat(node.part, node.min, node.max);
    }
  }

  #appendChoice(options: readonly PatternNode[]): boolean {
    const exits: Split[] = [];
    for (const [index, option] of options.entries()) {
      const isLast = index === options.length - 1;
      const choice = isLast ? undefined : this.#split();
      if (!this.append(option)) return false;
      if (choice === undefined) break;
      exits.push(this.#split());
      choice.other = this.states.length;
    }
    for (const exit of exits) exit.next = exit.other = this.states.length;
    return true;
  }

  #appendRepeat(part: PatternNode, min: number, max: number): boolean {
    for (let count = 0; count < min; count += 1) if (!this.append(part)) return false;
    const exits: Split[] = [];
    const loopAt = this.states.length;
    for (let count = min; count < (max === Infinity ? min + 1 : max); count += 1) {
      exits.push(this.#split());
      if (!this.append(part)) return false;
    }
    if (max === Infinity) {
      const back = this.#split();
      back.next = back.other = loopAt;
    }
    for (const exit of exits) exit.other = this.states.length;
    return true;
  }

  /** Goes on with the next state; where else to is set later. */
  #split(): Split {
    const split: Split = { kind: "split", next: this.states.length + 1, other: this.states.length + 1 };
    this.states.push(split);
    return split;
  }
}
