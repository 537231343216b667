/** What CONTRIBUTING.md and docs/fuzzing.md name is there. */
import { existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { expect, it } from "vitest";

const contributing = readFileSync("CONTRIBUTING.md", "utf8");
const fuzzing = readFileSync("docs/fuzzing.md", "utf8");
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

it("names folders and files that exist", () => {
  const paths = [...contributing.matchAll(/`((?:src|test|scripts)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => !existsSync(path))).toStrictEqual([]);
});

it("names commands that exist", () => {
  const commands = [...`${contributing}${fuzzing}`.matchAll(/npm run ([\w:-]+)/g)].map(([, command = ""]) => command);
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.filter((command) => !(command in scripts))).toStrictEqual([]);
});

it("describes every fuzzer", async () => {
  const files = (await readdir("test/fuzz")).filter((file) => file.endsWith(".ts") && file !== "run.ts");
  const names = files.map(
    (file) => /export const name = "([\w-]+)"/.exec(readFileSync(`test/fuzz/${file}`, "utf8"))?.[1],
  );
  const told = [...fuzzing.matchAll(/^\| `([\w-]+)` /gm)].map(([, name]) => name);
  expect(new Set(told)).toStrictEqual(new Set(names));
});
