/** Modules as a bundler leaves them, run: what is alike in both is there once, and nothing else is. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shareDeclarations } from "../../scripts/share-declarations.mjs";
import { temporaryDirectory } from "../support/temporary-directory.ts";

type Module = Readonly<Record<string, unknown>>;

let directory: string;
let count = 0;
beforeAll(async () => (directory = await temporaryDirectory()));
afterAll(() => rm(directory, { recursive: true, force: true }));

async function shareAndRun(first: string, second: string) {
  count += 1;
  const address = `./first-${count}.mjs`;
  const sides = [first, second].map((text) => ({ text, originOf: (source: string) => source }));
  const [one, other] = sides as [(typeof sides)[0], (typeof sides)[0]];
  const texts = shareDeclarations(one, other, address);
  await writeFile(join(directory, address), texts.first);
  await writeFile(join(directory, `second-${count}.mjs`), texts.second);
  const load = (name: string) => import(pathToFileURL(join(directory, name)).href) as Promise<Module>;
  return { first: await load(address), second: await load(`second-${count}.mjs`), text: texts.second };
}

describe("shared", () => {
  it("is a class with all that it names, whatever the numbers of the names", async () => {
    const { first, second } = await shareAndRun(
      "class Gone {}\nconst LIMIT$1 = 3;\nclass Core { limit = LIMIT$1 }\nexport { Core as t, Gone };",
      "const LIMIT = 3;\nclass Core$2 { limit = LIMIT }\nexport { Core$2 as n };",
    );
    expect(second["n"]).toBe(first["t"]);
  });

  it("is state, each with those that use it", async () => {
    const { first, second } = await shareAndRun(
      `let memo$1; function one() { return memo$1 ??= { of: "one" }; }
       let memo; function two() { return memo ??= { of: "two" }; }
       export { one as a, two as b };`,
      `let memo; function two() { return memo ??= { of: "two" }; }
       let memo$1; function one() { return memo$1 ??= { of: "one" }; }
       export { one as a, two as b };`,
    );
    const [a, b] = [first["a"], first["b"]] as (() => unknown)[];
    expect(second).toMatchObject({ a, b });
    expect([a?.(), b?.()]).toStrictEqual([{ of: "one" }, { of: "two" }]);
  });

  it("leaves every other line where it was", async () => {
    const own = "\n\nfunction own() { return shared(); }";
    const { text, second } = await shareAndRun(
      "function shared() {\n  return 1;\n}\nexport { shared };",
      `function shared() {\n  return 1;\n}${own}\nexport { own };`,
    );
    expect(text.split("\n").indexOf("function own() { return shared(); }")).toBe(4);
    expect((second["own"] as () => unknown)()).toBe(1);
  });
});

describe("not shared", () => {
  it("is what names something else under the same name", async () => {
    const of = (limit: number) =>
      `const LIMIT = ${limit}; function limit() { return LIMIT; } function ask() { return limit(); } export { ask };`;
    const { first, second } = await shareAndRun(of(1), of(2));
    expect([first["ask"], second["ask"]].map((ask) => (ask as () => unknown)())).toStrictEqual([1, 2]);
  });

  it.each([
    ['{ sep } from "node:path/posix"', '{ sep } from "node:path/win32"'],
    ['{ posix as sep } from "node:path"', '{ win32 as sep } from "node:path"'],
  ])("is what imports something else: %s, %s", async (one, other) => {
    const of = (specifier: string) => `import ${specifier}; const imported = () => sep; export { imported };`;
    const { first, second } = await shareAndRun(of(one), of(other));
    const [here, there] = [first["imported"], second["imported"]] as (() => unknown)[];
    expect(there?.()).not.toBe(here?.());
  });

  it.each([
    { together: "first", size: 0 },
    { together: "second", size: 1 },
  ])("is state that only the other one keeps apart: $together together", async ({ together, size }) => {
    const use = (other: string) =>
      `function put() { seen.add(1); } function size() { return ${other}.size; } export { put, size };`;
    const [one, two] = ["const seen = new Set();", "const seen = new Set(); const seen$1 = new Set();"];
    const [joined, apart] = [one + use("seen"), two + use("seen$1")];
    const { second } = await (together === "first" ? shareAndRun(joined, apart) : shareAndRun(apart, joined));
    (second["put"] as () => void)();
    expect((second["size"] as () => unknown)()).toBe(size);
  });
});

it.each([
  "export const seen = new Set(); function has(one) { return seen.has(one); } export { has };",
  "export default class Seen {} const make = () => new Seen(); export { make };",
  "const { seen } = { seen: new Set() }; const has = (one) => seen.has(one); export { has };",
])("what it cannot tell apart stops the build: %s", (text) => {
  const side = { text, originOf: (source: string) => source };
  expect(() => shareDeclarations(side, side, "./first.mjs")).toThrow(/declared/);
});
