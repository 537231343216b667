/** The table of folders in ARCHITECTURE.md, as a list of what each may import. */

/** @throws when there is no such table */
export function readMap(text: string): ReadonlyMap<string, readonly string[]> {
  const rows = [...text.matchAll(/^\| `([^`]+)` *\|[^|]*\| ([^|]*)\|$/gm)];
  if (rows.length === 0) throw new Error("ARCHITECTURE.md has no table of folders.");
  const folders = rows.map(([, folder = ""]) => folder.replace(/\/$/, ""));
  return new Map(
    rows.map(([, , permitted = ""], row) => {
      const names = [...permitted.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
      return [folders[row] ?? "", names.map((name) => (folders.includes(`src/${name}`) ? `src/${name}` : name))];
    }),
  );
}
