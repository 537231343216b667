/** The syntax tree of a regular expression that the platform has found well-formed. */

export type Assertion = "start" | "end" | "boundary" | "no-boundary";

export type PatternNode =
  | { readonly kind: "character"; readonly accepts: (character: string) => boolean }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly part: PatternNode; readonly min: number; readonly max: number };

const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  "^": "start",
  $: "end",
  "\\b": "boundary",
  "\\B": "no-boundary",
};

/** A group inside so many others is refused: the tree is walked by recursion. */
const MAX_GROUPS = 100;

/**
 * One token: an escape (with everything that belongs to it), a class, an opening or closing bracket, a quantifier, a character.
 * Each alternative begins with another character or has a fixed length, so it takes linear time.
 */
const TOKEN =
  /\\u\{[0-9A-Fa-f]+\}|\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\c[A-Za-z]|\\[pP]\{[^}]*\}|\\[^]|\[(?:\\[^]|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:))?|\{\d+(?:,\d*)?\}|[^]/gu;

/** @returns what of it is not supported, when something is not */
export function parsePattern(source: string, flags: string): PatternNode | string {
  const tokens = source.match(flags.includes("u") ? TOKEN : new RegExp(TOKEN.source, "g")) ?? [];
  const parser = new Parser(tokens, flags);
  return parser.parse();
}

class Parser {
  readonly #tokens: readonly string[];
  readonly #flags: string;
  #at = 0;
  #problem: string | undefined;

  constructor(tokens: readonly string[], flags: string) {
    this.#tokens = tokens;
    this.#flags = flags;
  }

  parse(): PatternNode | string {
    const tree = this.#choice(0);
    return this.#problem ?? tree;
  }

  /** Up to the bracket that closes it, which is left, or to the end. */
  #choice(groups: number): PatternNode {
    const options = [this.#sequence(groups)];
    while (this.#tokens[this.#at] === "|") {
      this.#at += 1;
      options.push(this.#sequence(groups));
    }
    return options.length === 1 && options[0] ? options[0] : { kind: "choice", options };
  }

  #sequence(groups: number): PatternNode {
    const parts: PatternNode[] = [];
    for (let token = this.#tokens[this.#at]; token !== undefined; token = this.#tokens[this.#at]) {
      if (token === "|" || token === ")" || this.#problem !== undefined) break;
      this.#at += 1;
      parts.push(this.#repeated(this.#part(token, groups)));
    }
    return { kind: "sequence", parts };
  }

  #part(token: string, groups: number): PatternNode {
    const assertion = Object.hasOwn(ASSERTIONS, token) ? ASSERTIONS[token] : undefined;
    if (assertion !== undefined) return { kind: "assertion", assertion };
    if (token.startsWith("(")) {
      if (/^\(\?(?:[=!]|<[=!])/.test(token)) this.#problem = "it looks ahead or behind";
      else if (/^\(\?[a-z-]+:/.test(token)) this.#problem = "it changes its own flags";
      else if (groups >= MAX_GROUPS) this.#problem = `it has more than ${MAX_GROUPS} groups inside each other`;
      const group = this.#problem === undefined ? this.#choice(groups + 1) : { kind: "sequence" as const, parts: [] };
      this.#at += 1;
      return group;
    }
    if (/^\\[1-9k]/.test(token)) this.#problem = "it refers back to a group";
    // Without the flag `u` these mean something of several characters.
    if (!this.#flags.includes("u") && /^\\(?:[pP]|u)\{/.test(token))
      this.#problem = `it writes ${token} without being Unicode`;
    const accepts = this.#problem === undefined ? acceptor(token, this.#flags) : undefined;
    if (accepts === undefined) this.#problem ??= `it has a part that is not known here: ${token}`;
    return accepts ? { kind: "character", accepts } : { kind: "sequence", parts: [] };
  }

  #repeated(part: PatternNode): PatternNode {
    const times = timesOf(this.#tokens[this.#at]);
    if (times === undefined) return part;
    this.#at += 1;
    // Lazy: which way is tried first makes no difference to whether there is one.
    if (this.#tokens[this.#at] === "?") this.#at += 1;
    const [min, max] = times;
    return { kind: "repeat", part, min, max };
  }
}

/** @returns the minimum and the maximum number of repetitions that a quantifier allows */
function timesOf(token: string | undefined): readonly [number, number] | undefined {
  if (token === "*") return [0, Infinity];
  if (token === "+") return [1, Infinity];
  if (token === "?") return [0, 1];
  const [, min, comma, max] = /^\{(\d+)(?:(,)(\d*))?\}$/.exec(token ?? "") ?? [];
  if (min === undefined) return undefined;
  if (comma === undefined) return [Number(min), Number(min)];
  return [Number(min), max === "" ? Infinity : Number(max)];
}

/** Remembers what it answered for ASCII, which most texts are made of. */
function acceptor(token: string, flags: string): ((character: string) => boolean) | undefined {
  const isPlain = token.length === 1 && !/[.[\\{}]/.test(token);
  const hasOtherCase = flags.includes("i") && token.toLowerCase() !== token.toUpperCase();
  if (isPlain && !hasOtherCase) return (character) => character === token;
  const one = oneCharacter(token === "{" || token === "}" ? `\\${token}` : token, flags);
  if (one === undefined) return undefined;
  const known = new Int8Array(128).fill(-1);
  return (character) => {
    const code = character.charCodeAt(0);
    if (code >= 128) return one.test(character);
    if (known[code] === -1) known[code] = one.test(character) ? 1 : 0;
    return known[code] === 1;
  };
}

function oneCharacter(token: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${token})$`, flags);
  } catch {
    return undefined;
  }
}
