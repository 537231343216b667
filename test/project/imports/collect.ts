/** Imports between the folders of the map; `import type`, `export … from` and `import()` count like every other. */
import { glob, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path/posix";

export interface Import {
  readonly file: string;
  /** What the file names, from the root of the repository. */
  readonly target: string;
  /** The folder of the map that the file is in. */
  readonly from: string;
  /** The folder of the map that it names; else the first part of the path. */
  readonly to: string;
}

/** @param isCode counts only what the language imports, without types that comments of JavaScript name */
export async function collectImports(folders: readonly string[], isCode = false): Promise<readonly Import[]> {
  const imports: Import[] = [];
  for await (const file of glob([
    "src/**/*",
    "worker-loader/**/*",
    "dialects/**/*",
    "sdk-gen/**/*",
    "search-data/**/*",
  ])) {
    if (!/\.(?:ts|tsx|js|mjs)$/.test(file)) continue;
    const text = await readFile(file, "utf8");
    imports.push(...importsOf(file, isCode ? text.replaceAll(/\/\*\*[^]*?\*\//g, "") : text, folders));
  }
  return imports;
}

/** @returns imports of other folders; a file that stands in none of the folders is its own */
export function importsOf(file: string, code: string, folders: readonly string[]): readonly Import[] {
  const folderOf = (path: string): string | undefined =>
    folders
      .filter((folder) => path === folder || path.startsWith(`${folder}/`))
      .sort((one, other) => other.length - one.length)[0];
  const from = folderOf(file) ?? file;
  return [...code.matchAll(/(?:\bfrom|\bimport)\s{0,9}\(?\s{0,9}["'](\.[^"'?]*)/g)].flatMap(([, specifier = ""]) => {
    const target = normalize(join(dirname(file), specifier));
    const to = folderOf(target) ?? target.split("/")[0] ?? target;
    return to === from ? [] : [{ file, target, from, to }];
  });
}
