/** Removes the oldest entries of a map, which are its first, until it has at most `max`. */
export function keepNewest(map: Map<unknown, unknown>, max: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= max) return;
    map.delete(oldest);
  }
}
