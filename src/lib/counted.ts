/** A number and the noun that it counts. */

/** @returns `1 item`, `3 items`, `2 properties` */
export function counted(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}
