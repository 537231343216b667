/**
 * The table of folders in ARCHITECTURE.md is the list of what each folder may import, and the folders stand in floors: each imports
 * only what is below it. The test prints the floors. Files inside a folder import each other in no circle either, nor do its subfolders.
 */
import { readFile } from "node:fs/promises";
import { dirname, relative } from "node:path/posix";
import { beforeAll, describe, expect, it } from "vitest";
import { findCircle } from "./imports/circles.ts";
import { collectImports, importsOf, type Import } from "./imports/collect.ts";
import { readMap } from "./imports/map.ts";

let allowed: ReadonlyMap<string, readonly string[]>;
let imports: readonly Import[];
beforeAll(async () => {
  allowed = readMap(await readFile("ARCHITECTURE.md", "utf8"));
  imports = await collectImports([...allowed.keys()]);
});

const isAllowed = ({ from, to }: Pick<Import, "from" | "to">): boolean => allowed.get(from)?.includes(to) === true;

it("finds only imports that the table permits", () => {
  const wrong = imports.filter((one) => !isAllowed(one)).map(({ file, target }) => `${file} imports ${target}`);
  expect(wrong).toEqual([]);
});

it("finds every import that the table permits", () => {
  const used = new Set(imports.map(({ from, to }) => `${from} → ${to}`));
  const unused = [...allowed]
    .flatMap(([from, all]) => all.map((to) => `${from} → ${to}`))
    .filter((one) => !used.has(one));
  expect(unused).toEqual([]);
});

it("has floors: no folder imports one above it, and none imports itself through others", () => {
  const floors = new Map<string, number>();
  const floorOf = (folder: string, above: readonly string[]): number => {
    if (above.includes(folder)) throw new Error(`Imports in a circle: ${[...above, folder].join(" → ")}`);
    const known = floors.get(folder);
    if (known !== undefined) return known;
    const below = (allowed.get(folder) ?? []).map((next) => floorOf(next, [...above, folder]));
    const floor = Math.max(-1, ...below) + 1;
    floors.set(folder, floor);
    return floor;
  };
  for (const folder of allowed.keys()) floorOf(folder, []);
  const top = Math.max(...floors.values());
  for (let floor = top; floor >= 0; floor -= 1) {
    const here = [...floors].filter(([, at]) => at === floor).map(([folder]) => folder);
    console.log(`${String(floor).padStart(2)}  ${here.join(", ")}`);
  }
  expect(top).toBeGreaterThan(5);
});

it("has no file that imports itself through others, not even for a type", async () => {
  // Without folders, the imports of files of the same folder are listed, too.
  const all = await collectImports([], true);
  expect(all.length).toBeGreaterThan(2_000);
  expect(findCircle(all)).toBeUndefined();
  const back = { file: "src/lib/result.ts", target: "src/index.ts" };
  expect(findCircle([...all, back])).toEqual(expect.arrayContaining([back.file, back.target]));
});

it("has no subfolder that imports itself through its siblings", async () => {
  const between = betweenSiblings(await collectImports([], true));
  expect(between.length).toBeGreaterThan(100);
  expect(findCircle(between)).toBeUndefined();
  const back = { file: "src/policy/values/planted.ts", target: "src/policy/conditions/evaluation-context.ts" };
  expect(findCircle([...between, ...betweenSiblings([back])])).toBeDefined();
});

/** @returns the imports that cross from one folder to another inside the same parent, as imports of those folders */
function betweenSiblings(all: readonly Pick<Import, "file" | "target">[]): Pick<Import, "file" | "target">[] {
  return all.flatMap(({ file, target }) => {
    const [from, to] = [dirname(file).split("/"), dirname(target).split("/")];
    const at = from.findIndex((name, depth) => name !== to[depth]);
    if (at === -1 || at >= to.length) return [];
    return [{ file: from.slice(0, at + 1).join("/"), target: to.slice(0, at + 1).join("/") }];
  });
}

describe("an import that is planted in", () => {
  const WAYS = [
    (path: string) => `import { x } from "${path}";`,
    (path: string) => `import type {\n  X,\n} from "${path}";`,
    (path: string) => `export * from "${path}";`,
    (path: string) => `const x = await import("${path}");`,
  ];

  it("any folder is found, whichever way it is written", () => {
    expect(allowed.size).toBeGreaterThan(15);
    for (const [folder, permitted] of allowed) {
      const forbidden = [...allowed.keys(), "test"].filter((other) => other !== folder && !permitted.includes(other));
      for (const to of forbidden) {
        for (const write of WAYS) {
          const file = folder.endsWith(".ts") ? folder : `${folder}/planted.ts`;
          const target = to.endsWith(".ts") ? to : `${to}/planted.ts`;
          const code = write(relative(dirname(file), target).replace(/^(?!\.)/, "./"));
          const found = importsOf(file, code, [...allowed.keys()]);
          expect(found.filter((one) => !isAllowed(one))).toHaveLength(1);
        }
      }
    }
  });
});
