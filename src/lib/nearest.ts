/** "Did you mean": the few names closest to one that does not exist. */

export function nearest(wanted: string, names: Iterable<string>, most = 3): readonly string[] {
  const target = simplified(wanted);
  const scored: { readonly name: string; readonly distance: number }[] = [];
  for (const name of names) {
    const candidate = simplified(name);
    const contained = target.length > 2 && (candidate.includes(target) || target.includes(candidate));
    const distance = contained ? 0.5 : editDistance(target, candidate);
    if (distance <= Math.max(2, Math.ceil(target.length / 3))) scored.push({ name, distance });
  }
  scored.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return scored.slice(0, most).map(({ name }) => name);
}

function simplified(name: string): string {
  return name
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
