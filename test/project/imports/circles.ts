/** Files that import themselves through others. */
import type { Import } from "./collect.ts";

/** @returns the first circle as the files on it, which begins and ends with the same file; undefined if there is none */
export function findCircle(imports: readonly Pick<Import, "file" | "target">[]): readonly string[] | undefined {
  const targets = Map.groupBy(imports, ({ file }) => file);
  const done = new Set<string>();
  const visit = (file: string, above: readonly string[]): readonly string[] | undefined => {
    if (above.includes(file)) return [...above.slice(above.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const { target } of targets.get(file) ?? []) {
      const circle = visit(target, [...above, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of targets.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return undefined;
}
