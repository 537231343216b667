/** Texts with numbers that JavaScript does not hold are read as a reviver with the source of each number would read them, but in one pass. */
import { expect, it } from "vitest";
import { parseForScript, parseToRewrite, replaceStrings } from "../../src/lib/exact-json.ts";
import { Random } from "../support/random.ts";

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
/** ES2026; not in the type library yet. */
const json = JSON as unknown as { parse(text: string, reviver: Reviver): unknown; rawJSON(text: string): object };

function slowlyForScript(text: string): unknown {
  return json.parse(text, (_key, value, { source = "" }) => {
    if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
    return !Number.isFinite(value) || /^-?\d+$/.test(source) ? source : value;
  });
}

function slowlyToRewrite(text: string): unknown {
  return json.parse(text, (_key, value, { source = "" }) =>
    typeof value !== "number" || JSON.stringify(value) === source ? value : json.rawJSON(source),
  );
}

const NUMBERS =
  `0 -0 -0.0 1 -12 1.0 1.50 0.1 1e5 1E+5 1e-7 1e400 -1e400 1E999 12345678901234567890 -9007199254740993 9007199254740991
  9007199254740992 0.12345678901234567890 12345678901234567.5 1234567890123456789e1 1e16 1e+021 0e999 -0e1 100000000000000000000000 2e308`.split(
    /\s+/,
  );
const STRINGS = [
  ...[
    '"a"',
    '""',
    '"12345678901234567890"',
    String.raw`"\"12345678901234567890\""`,
    String.raw`"\\"`,
    String.raw`"x\\\""`,
  ],
  ...['"-0"', '"1e400"', '"1.0"', '"__proto__"', '"1"'],
];

function someText(random: Random, depth = 0): string {
  const blank = (): string => random.pick(["", "", " ", "\n"]);
  const kind = random.pick(depth > 4 ? ["number", "string"] : ["number", "string", "list", "object"]);
  if (kind === "number") return random.pick(NUMBERS);
  if (kind === "string") return random.pick(STRINGS);
  const parts = Array.from({ length: random.below(5) }, () => {
    const key = kind === "object" ? `${random.pick(STRINGS)}${blank()}:` : "";
    return `${blank()}${key}${blank()}${someText(random, depth + 1)}${blank()}`;
  });
  return kind === "list" ? `[${parts.join(",")}]` : `{${parts.join(",")}}`;
}

it("reads 20,000 texts as a reviver does", () => {
  const random = new Random(1);
  for (let count = 0; count < 20_000; count += 1) {
    const text = someText(random);
    expect(JSON.stringify(parseForScript(text)), text).toBe(JSON.stringify(slowlyForScript(text)));
    expect(JSON.stringify(parseToRewrite(text)), text).toBe(JSON.stringify(slowlyToRewrite(text)));
  }
});

it("replaces the strings of 5,000 texts, and nothing else", () => {
  const random = new Random(2);
  const mark = (value: string): string => `<"${value}\\>`;
  for (let count = 0; count < 5_000; count += 1) {
    const text = someText(random);
    expect(replaceStrings(text, (value) => value)).toBe(text);
    const marked = replaceStrings(text, mark);
    expect(JSON.parse(marked), text).toEqual(markedStrings(JSON.parse(text), mark));
    expect(
      replaceStrings(marked, () => ""),
      text,
    ).toBe(replaceStrings(text, () => ""));
  }
});

function markedStrings(value: unknown, mark: (text: string) => string): unknown {
  if (typeof value === "string") return mark(value);
  if (Array.isArray(value)) return value.map((item) => markedStrings(item, mark));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [mark(name), markedStrings(item, mark)]));
}

it.each(["{12345678901234567890:1}", "[00012345678901234567]", "[1e999x]", '"12345678901234567890', "[-]1e400"])(
  "refuses %s, which is no JSON",
  (text) => {
    expect(() => parseForScript(text)).toThrow(SyntaxError);
    expect(() => parseToRewrite(text)).toThrow(SyntaxError);
  },
);

it("reads two million numbers about as fast as JSON.parse, whatever else is in the text", () => {
  const text = `[${"1,".repeat(2_000_000)}"e",12345678901234567890]`;
  const plain = quickest(() => JSON.parse(text));
  expect(quickest(() => parseForScript(text))).toBeLessThan(400 + 12 * plain);
  expect(quickest(() => parseToRewrite(text))).toBeLessThan(400 + 12 * plain);
});

function quickest(work: () => unknown): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const started = performance.now();
      work();
      return performance.now() - started;
    }),
  );
}
