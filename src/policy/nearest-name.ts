/** The name that a mistyped one was probably meant to be. */

const MAX_NAME_CHARS = 60;

export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const target = wanted.slice(0, MAX_NAME_CHARS).toLowerCase();
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(target, name.slice(0, MAX_NAME_CHARS).toLowerCase());
    if (distance < (best?.distance ?? Infinity)) best = { name, distance };
  }
  return best !== undefined && best.distance <= Math.min(3, Math.floor(target.length / 2)) ? best.name : undefined;
}

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to += 1) {
      const replaced = (row[to] ?? 0) + (one[at] === other[to] ? 0 : 1);
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
