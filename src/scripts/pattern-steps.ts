/**
 * What a regular expression costs at worst: the platform's engine goes back and tries again, and nothing stops it. Counted, from above:
 * each `*` or `+` may stop anywhere, each `?`, `{2,5}` and `|` is a choice; what repeats something that itself may vary, and what
 * refers back, has no bound. Pure.
 */

interface Group {
  choices: number;
  unbounded: number;
}

const TOKEN = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|[)|]|[*+?]|\{\d+(?:,\d*)?\}|[\s\S]/g;

/** @returns the most steps that matching a text of this length can take, about */
export function patternSteps(pattern: string, length: number): number {
  const tokens = pattern.match(TOKEN) ?? [];
  let group: Group = { choices: 1, unbounded: 0 };
  const outer: Group[] = [];
  let isAnchored = tokens[0] === "^";
  let last: Group | undefined;
  for (const token of tokens) {
    const repeated = timesOf(token);
    if (/^\\[1-9k]/.test(token)) return Infinity;
    if (repeated) {
      const { choices, unbounded } = last ?? { choices: 1, unbounded: 0 };
      const [least, most] = repeated;
      if (most > 1 && unbounded > 0) return Infinity;
      if (most === Infinity && choices > 1) return Infinity;
      if (most === Infinity) group.unbounded += 1;
      // How often it is there, and what it is each time.
      else group.choices *= (most - least + 1) * choices ** Math.max(0, most - 1);
    }
    last = undefined;
    if (token.startsWith("(")) {
      outer.push(group);
      group = { choices: 1, unbounded: 0 };
    } else if (token === ")") {
      last = group;
      group = outer.pop() ?? group;
      group.choices *= last.choices;
      group.unbounded += last.unbounded;
    } else if (token === "|") {
      group.choices += 1;
      if (outer.length === 0) isAnchored = false;
    }
  }
  return group.choices * Math.max(1, length) ** (group.unbounded + (isAnchored ? 0 : 1));
}

/** Of a quantifier: how often at least and at most. */
function timesOf(token: string): readonly [number, number] | undefined {
  if (token === "*" || token === "+") return [0, Infinity];
  if (token === "?") return [0, 1];
  const [, least, comma, most] = /^\{(\d+)(?:(,)(\d*))?\}$/.exec(token) ?? [];
  if (least === undefined) return undefined;
  if (comma === undefined) return [Number(least), Number(least)];
  return [Number(least), most === "" ? Infinity : Number(most)];
}
