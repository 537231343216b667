/**
 * A name that is free in a script: no name of the script is it or begins with it, because others are made from it. Found in
 * one pass over the names, and never much longer than its stem, because it stands in the generated text thousands of times.
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
