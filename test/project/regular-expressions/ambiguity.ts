/**
 * Whether a regular expression can take more than linear time on a text made for it, found on its automaton (Weber and Seidl, "On the
 * degree of ambiguity of finite automata"): a backtracking engine tries every path that reads a text before it gives up, so what counts
 * is how many paths there can be.
 *   - exponential: from one state back to it, there are two paths that read the same text.
 *   - polynomial: one text leads from a state back to it, from there to another one, and from that one back to itself. The search for
 *     the place where a match begins counts as such a state: `a+$` begins anew at every `a`.
 *
 * Repetitions of at most MAX_BOUND are taken for two: what they cost is bounded. Assertions are taken for true, and what they contain is
 * read beside what follows. Back-references are not followed.
 */
import { RegExpParser } from "@eslint-community/regexpp";
import { CharSet, JS, type Assertion, type Concatenation, type Element, type Quantifier } from "refa";

export type Ambiguity = "exponential" | "polynomial";

/** From here on a repetition counts as one without an end. */
const MAX_BOUND = 512;

/** A character class at one place of the expression, or an edge of the text, which no repeated text contains. */
interface State {
  readonly characters: CharSet | undefined;
  /** States that may follow, as often as there are ways to get there. */
  readonly next: State[];
}

interface Part {
  readonly first: readonly State[];
  readonly last: readonly State[];
  /** It may match without reading anything. */
  readonly isOptional: boolean;
}

const EMPTY: Part = { first: [], last: [], isOptional: true };

/** @returns undefined for one that takes linear time */
export function findAmbiguity(source: string, flags: string): Ambiguity | undefined {
  const literal = new RegExpParser().parseLiteral(`/${source}/${flags}`);
  const { expression, maxCharacter } = JS.Parser.fromAst(literal).parse({ backreferences: "disable", simplify: false });
  const builder = new Builder();
  const whole = builder.choice(expression.alternatives, true);
  const parts = [whole, ...builder.lookbehinds];
  // A state in which the match is complete never fails, so nothing is tried again from it.
  const complete = new Set([...parts.flatMap(({ last }) => last), ...builder.completeLookaheads]);
  const search: State = { characters: CharSet.all(maxCharacter), next: [] };
  // Only a sticky expression begins at one place.
  if (!flags.includes("y")) search.next.push(search, ...parts.flatMap(({ first }) => first));
  return ambiguityOf([search, ...builder.states], complete);
}

class Builder {
  readonly states: State[] = [];
  readonly lookbehinds: Part[] = [];
  readonly completeLookaheads: State[] = [];

  /** @param begins whether nothing is read before it */
  choice(alternatives: readonly Concatenation[], begins = false): Part {
    const parts = alternatives.map(({ elements }) => this.#sequence(elements, begins));
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      isOptional: parts.some(({ isOptional }) => isOptional),
    };
  }

  #sequence(elements: readonly Element[], begins: boolean): Part {
    return elements.map((element, at) => this.#element(element, begins && at === 0)).reduce(join, EMPTY);
  }

  #element(element: Element, begins: boolean): Part {
    switch (element.type) {
      case "CharacterClass":
        return this.#state(element.characters);
      case "Alternation":
        return this.choice(element.alternatives, begins);
      case "Quantifier":
        return this.#repeated(element);
      case "Assertion":
        return this.#assertion(element, begins);
      case "Unknown":
        return EMPTY;
    }
  }

  #assertion(assertion: Assertion, begins: boolean): Part {
    const only = singleClass(assertion);
    if (only?.isAll && assertion.negate) return this.#state(undefined);
    // What stands before the beginning of a match is read by the search for it: `^` with the flag m, `(?<!a)a+$`.
    if (only && begins && assertion.kind === "behind") return this.#state(assertion.negate ? only.negate() : only);
    const content = this.choice(assertion.alternatives);
    if (assertion.kind === "behind") {
      this.lookbehinds.push(content);
      return EMPTY;
    }
    this.completeLookaheads.push(...content.last);
    return { first: content.first, last: [], isOptional: true };
  }

  #state(characters: CharSet | undefined): Part {
    const state: State = { characters, next: [] };
    this.states.push(state);
    return { first: [state], last: [state], isOptional: false };
  }

  #repeated({ alternatives, min, max }: Quantifier): Part {
    if (max === 0) return EMPTY;
    const once = this.choice(alternatives);
    const isEndless = max > MAX_BOUND;
    if (isEndless) connect(once.last, once.first);
    // The second time is another place than the first.
    const part = max > 1 && !isEndless ? join(once, this.choice(alternatives)) : once;
    return { ...part, isOptional: min === 0 || part.isOptional };
  }
}

function join(before: Part, after: Part): Part {
  connect(before.last, after.first);
  return {
    first: before.isOptional ? [...before.first, ...after.first] : before.first,
    last: after.isOptional ? [...before.last, ...after.last] : after.last,
    isOptional: before.isOptional && after.isOptional,
  };
}

function connect(from: readonly State[], to: readonly State[]): void {
  for (const state of from) state.next.push(...to);
}

/** `$` is "no character ahead", and `^` "no character behind", or none but a line end. */
function singleClass({ alternatives: [only, ...more] }: Assertion): CharSet | undefined {
  const [element, ...others] = only?.elements ?? [];
  return element?.type === "CharacterClass" && others.length + more.length === 0 ? element.characters : undefined;
}

function ambiguityOf(all: readonly State[], complete: ReadonlySet<State>): Ambiguity | undefined {
  const paths = new Paths(all.filter((state) => state.characters !== undefined && !complete.has(state)));
  const cycles = paths.states.filter((state) => paths.canReach([state], [state]));
  if (cycles.some((state) => paths.hasTwoWaysBack(state))) return "exponential";
  const handsOver = (one: State, other: State): boolean => paths.canReach([one, one, other], [one, other, other]);
  const isPolynomial = cycles.some((one) => cycles.some((other) => one !== other && handsOver(one, other)));
  return isPolynomial ? "polynomial" : undefined;
}

/** Paths that read the same text side by side: where each of them is. */
type Sides = readonly State[];

class Paths {
  readonly states: readonly State[];
  readonly #numbers: ReadonlyMap<State, number>;

  constructor(states: readonly State[]) {
    this.states = states;
    this.#numbers = new Map(states.map((state, number) => [state, number]));
  }

  /** In one step or more. */
  canReach(from: Sides, to: Sides): boolean {
    const goal = this.#key(to);
    return this.#reachable(from).has(goal);
  }

  hasTwoWaysBack(state: State): boolean {
    const there = this.#reachable([state, state]);
    const cycle = [...there.values()].filter(([one, other]) => one === other).flatMap(([one]) => (one ? [one] : []));
    const isBack = (one: State): boolean => this.canReach([one], [state]);
    const around = new Set(cycle.filter(isBack));
    for (const one of around) {
      const onward = one.next.filter((next) => around.has(next));
      if (new Set(onward).size < onward.length) return true;
    }
    const apart = [...there.values()].filter(([one, other]) => one !== other);
    return apart.some((sides) => this.canReach(sides, [state, state]));
  }

  #reachable(from: Sides): ReadonlyMap<string, Sides> {
    const seen = new Map<string, Sides>();
    const waiting = [from];
    for (let sides = waiting.pop(); sides; sides = waiting.pop()) {
      for (const reached of this.#steps(sides)) {
        const key = this.#key(reached);
        if (seen.has(key)) continue;
        seen.set(key, reached);
        waiting.push(reached);
      }
    }
    return seen;
  }

  #key(sides: Sides): string {
    return sides.map((state) => this.#numbers.get(state)).join();
  }

  /** All sides read one character of the same kind. */
  #steps(sides: Sides): Sides[] {
    let steps: { readonly sides: Sides; readonly characters: CharSet | undefined }[] = [
      { sides: [], characters: undefined },
    ];
    for (const { next } of sides) {
      const onward = [...new Set(next)].filter((state) => this.#numbers.has(state));
      steps = steps.flatMap((step) =>
        onward.flatMap((state) => {
          const both = state.characters && (step.characters?.intersect(state.characters) ?? state.characters);
          return both === undefined || both.isEmpty ? [] : [{ sides: [...step.sides, state], characters: both }];
        }),
      );
    }
    return steps.map((step) => step.sides);
  }
}
