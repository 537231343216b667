/**
 * The names execbox gives to tools, so that scripts written for it find ours: each run of characters an identifier
 * cannot have becomes one `_`, edges are trimmed, a leading digit gets a `_` before it, a reserved word one behind it.
 * When two tools get the same name, the first listed keeps it.
 */

const RESERVED = new Set(
  `await break case catch class const continue debugger default delete do else enum export extends false finally for
  function if implements import in instanceof interface new null package private protected public return super switch
  this throw true try typeof var void while with yield`.split(/\s+/),
);

/** @param names in the order of the upstream's list @returns name as execbox has it → original name */
export function execboxNames(names: readonly string[]): ReadonlyMap<string, string> {
  const originals = new Map<string, string>();
  // The last suffix per name: without it, 20,000 tools of the same name would take 200,000,000 attempts.
  const counts = new Map<string, number>();
  for (const name of names) {
    const plain = sanitise(name);
    let safe = plain;
    let count = counts.get(plain) ?? 1;
    for (; originals.has(safe); safe = `${plain}__${count}`) count += 1;
    counts.set(plain, count);
    originals.set(safe, name);
  }
  return originals;
}

function sanitise(name: string): string {
  const parts = name.split(/[^A-Za-z0-9_$]+/);
  const joined = parts.join("_");
  let [start, end] = [0, joined.length];
  while (start < end && joined[start] === "_") start += 1;
  while (end > start && joined[end - 1] === "_") end -= 1;
  const trimmed = joined.slice(start, end) || "_";
  const prefixed = /^\d/.test(trimmed) ? `_${trimmed}` : trimmed;
  return RESERVED.has(prefixed) ? `${prefixed}_` : prefixed;
}
