/**
 * @returns a name that no name of the script equals or begins with, because further names are made from it. It is found in one pass
 * over the names, and is never much longer than its stem, because generated text contains it thousands of times.
 */
export function freshName(stem: string, taken: Iterable<string>): string {
  let isTaken = false;
  const numbers = new Set<string>();
  for (const name of taken) {
    if (!name.startsWith(stem)) continue;
    isTaken = true;
    const [digits = ""] = /^_\d{1,7}/.exec(name.slice(stem.length, stem.length + 8)) ?? [];
    for (let length = 2; length <= digits.length; length += 1) numbers.add(digits.slice(1, length));
  }
  if (!isTaken) return stem;
  let number = 0;
  while (numbers.has(String(number))) number += 1;
  return `${stem}_${number}`;
}
