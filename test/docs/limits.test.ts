/** docs/limits.md has every budget of src/limits, with the value that the code uses. */
import { readFile, readdir } from "node:fs/promises";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);

it("tells every budget as it is", async () => {
  const text = await readFile(new URL("docs/limits.md", root), "utf8");
  const told = [...text.matchAll(/^\| `([A-Z][A-Z_]+)` *\| ([\d.,]+) *\| \S/gm)].map(([, name, value]) => [
    name,
    Number(value?.replaceAll(",", "")),
  ]);
  const files = await readdir(new URL("src/limits/", root));
  const modules = await Promise.all(files.map((file) => import(new URL(`src/limits/${file}`, root).href)));
  const used = modules.flatMap((module: object) => Object.entries(module) as [string, unknown][]);
  expect(used.length).toBeGreaterThan(30);
  expect(Object.fromEntries(told)).toStrictEqual(Object.fromEntries(used));
});
