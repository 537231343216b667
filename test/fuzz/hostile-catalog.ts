/**
 * Tool lists as an enemy writes them: `$ref` circles and doubling, patterns, depth, width, names of prototypes, hidden characters, wrong types
 * everywhere. Each is read, described, searched, and its tools are checked against arguments made of the schema: nothing throws, and
 * nothing takes long.
 */
import { documentsOf } from "../../src/catalog/catalog-index.ts";
import { buildServerCatalog, joinCatalog } from "../../src/catalog/catalog.ts";
import { describeTools } from "../../src/catalog/describe.ts";
import { search } from "../../src/catalog/search/index.ts";
import { judgeArgs } from "../../src/upstream/arguments/judge-args.ts";
import { keyProblems } from "../../src/upstream/arguments/argument-keys.ts";
import { uncheckedParts } from "../../src/upstream/arguments/check-args.ts";
import { ToolListReader } from "../../src/upstream/mcp/tool-list.ts";
import { printDeclarations, printTools } from "../../sdk-gen/index.ts";
import { join, partOf } from "../catalog/search/build-index.ts";
import type { FuzzRun } from "./support/fuzz-run.ts";
import { Random } from "../support/random.ts";
import process from "node:process";

export const name = "hostile-catalog";
export const description = "tool lists of an enemy: reading, types, search, the checks before and at a call";

const MIN_LISTS = 25;
/** Processor time of one step on one list, so that other work of the machine does not count. */
const MAX_STEP_CPU_MS = 3_000;
/** What is printed for a list may be so many times as long as the list, and longer by the budgets of sdk-gen/budget.ts. */
const MAX_TEXT_FACTOR = 20;
const MAX_ADDED_TEXT_CHARS = 6_000_000;

/** @returns how many lists were tried */
export function run({ seed, until, report }: FuzzRun): Promise<number> {
  let lists = 0;
  for (; lists < MIN_LISTS || Date.now() < until; lists += 1) tryList(seed * 100_003 + lists, report);
  return Promise.resolve(lists);
}

function tryList(seed: number, report: (finding: string) => void): void {
  const random = new Random(seed);
  // As it arrives: what JSON cannot say does not come.
  const made = random.chance(0.2)
    ? entriesOfShared(random)
    : Array.from({ length: random.below(20) }, () => entryOf(random));
  const entries = JSON.parse(JSON.stringify(made)) as unknown[];
  const maxText = JSON.stringify(entries).length * MAX_TEXT_FACTOR + MAX_ADDED_TEXT_CHARS;
  const step = <T>(what: string, work: () => T): T | undefined => {
    const started = process.cpuUsage();
    try {
      return work();
    } catch (error) {
      report(`${what} throws for the list of seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
      return undefined;
    } finally {
      const { user, system } = process.cpuUsage(started);
      const ms = (user + system) / 1_000;
      if (ms > MAX_STEP_CPU_MS)
        report(`${what} takes ${Math.round(ms)} ms of processor time for the list of seed ${seed}`);
    }
  };
  const read = step("reading", () => {
    const reader = new ToolListReader();
    reader.add(entries);
    return reader.finish();
  });
  if (read === undefined) return;
  const { tools } = read;
  const server = step("the SDK", () => buildServerCatalog("hostile", "hostile", String(seed), tools));
  if (server === undefined) return;
  const catalog = joinCatalog([server]);
  const names = server.sdk.tools.map(({ identifier }) => identifier);
  const print = (what: string, work: () => string): void => {
    const text = step(what, work) ?? "";
    if (text.length > maxText) report(`${what} has ${text.length} characters for the list of seed ${seed}`);
  };
  print("the declarations", () => printDeclarations([server.sdk]));
  for (const detail of ["names", "signatures", "full"] as const)
    print(detail, () => printTools(server.sdk, names, detail));
  const paths = names.map((tool) => ({ server: "hostile", tool }));
  for (const detail of ["signatures", "full"] as const)
    print(`a description: ${detail}`, () => describeTools(catalog, paths, detail, 2_000).text);
  step("search", () => {
    const index = join([partOf(documentsOf(server))]);
    for (const query of ["list things", random.pick(TEXTS), names[0] ?? ""]) search(index, query, { limit: 5 });
  });
  step("the unchecked parts", () => uncheckedParts(tools));
  for (const tool of tools) {
    const args = argumentsOf(random, tool.inputSchema);
    step(`the check of ${JSON.stringify(tool.name.slice(0, 80))}`, () =>
      judgeArgs(tool, args, JSON.stringify(args).length),
    );
    step("pre-flight", () => keyProblems(tool, Object.keys(args as object), random.chance(0.5)));
  }
  if ("polluted" in {}) report(`the list of seed ${seed} has changed Object.prototype`);
}

const TEXTS: readonly string[] = [
  ...[
    "",
    " ",
    "a",
    "list_issues",
    "__proto__",
    "constructor",
    "toString",
    "then",
    "toJSON",
    "hasOwnProperty",
    "length",
  ],
  ...[
    "*/ alert(1) /*",
    "`${x}`",
    "$& $1 $'",
    "\u202e\u2066txt.exe",
    "\u{e0041}\u{e0042}",
    "\u0000\u0007",
    "a\nb\r\u2028c",
    "\ud800",
    "é".repeat(300),
  ],
  ...[
    "x".repeat(5_000),
    "word ".repeat(2_000),
    "aB".repeat(3_000),
    "安全なデータ".repeat(200),
    "type A = {",
    "'; DROP TABLE run; --",
    "-1",
    "1e400",
  ],
];
const PATTERNS: readonly string[] = [
  ...[
    "^(a+)+$",
    "(a|a)*b",
    "(.*)*x",
    "^(\\w+\\s?)*$",
    "^(?=a)",
    "(a)\\1",
    "[",
    "a{1000}{1000}",
    "(((((a*)*)*)*)*)*",
    "^\\d{4}-\\d{2}$",
    "\\p{L}+",
    "",
  ],
  ...["x{0,5000}", ".{0,400}".repeat(9), "(?<n>a)\\k<n>", "^.*$", "[^]*", "\\b".repeat(500)],
];
const FORMATS: readonly string[] = [
  "date-time",
  "url",
  "uri",
  "email",
  "uuid",
  "regex",
  "hostname",
  "__proto__",
  "date",
];
const TYPES: readonly unknown[] = [
  "string",
  "number",
  "integer",
  "boolean",
  "null",
  "object",
  "array",
  "file",
  7,
  null,
  ["string", "null"],
  [],
];

function entryOf(random: Random): unknown {
  if (random.chance(0.08)) return random.pick([null, 7, "x", [], {}, { name: 7 }, { name: "" }]);
  return {
    name: random.chance(0.3) ? random.pick(TEXTS) : `tool_${random.below(1_000)}`,
    ...(random.chance(0.7) && { description: random.pick([...TEXTS, 7, null, []]) }),
    ...(random.chance(0.2) && { title: random.pick([...TEXTS, {}]) }),
    ...(random.chance(0.9) && {
      inputSchema: random.chance(0.1) ? random.pick(["x", 7, null, [], true]) : rootOf(random),
    }),
    ...(random.chance(0.4) && { outputSchema: rootOf(random) }),
    ...(random.chance(0.3) && {
      annotations: random.pick<unknown>([{ readOnlyHint: "yes" }, { destructiveHint: true }, 7, null]),
    }),
  };
}

function rootOf(random: Random): object {
  const shape = random.below(10);
  if (shape === 0) return nested(random.pick([50, 150, 300, 2_000]));
  if (shape === 1) return doubling(random.pick([5, 12, 22, 40]));
  if (shape === 2) return wide(random.pick([50, 500, 3_000, 9_000]), random);
  const schema = schemaOf(random, 0) as Record<string, unknown>;
  const defs = Object.fromEntries(
    Array.from({ length: random.below(4) }, (_, index) => [`d${index}`, schemaOf(random, 1)]),
  );
  return {
    type: "object",
    ...schema,
    $defs: defs,
    ...(random.chance(0.2) && { $schema: random.pick(["http://json-schema.org/draft-04/schema#", "draft-07", 7]) }),
  };
}

function schemaOf(random: Random, depth: number): unknown {
  if (random.chance(0.05)) return random.pick<unknown>([true, false, null, 7, "x", []]);
  const sub = (): unknown => (depth > 4 ? {} : schemaOf(random, depth + 1));
  const list = (): unknown =>
    random.chance(0.1) ? random.pick<unknown>([{}, 7, null]) : Array.from({ length: random.below(4) }, sub);
  const record = (keys: readonly string[]): unknown =>
    random.chance(0.1)
      ? random.pick<unknown>([[], 7, null])
      : Object.fromEntries(Array.from({ length: random.below(5) }, () => [random.pick(keys), sub()]));
  const words: Readonly<Record<string, () => unknown>> = {
    type: () => random.pick(TYPES),
    properties: () => record([...TEXTS, "a", "b", "c"]),
    patternProperties: () => record(PATTERNS),
    additionalProperties: sub,
    required: () => random.pick<unknown>([["a"], ["a", 7], "a", ["__proto__"], []]),
    items: () => random.pick([sub, list])(),
    prefixItems: list,
    anyOf: list,
    oneOf: list,
    allOf: list,
    not: sub,
    if: sub,
    else: sub,
    $ref: () =>
      random.pick(["#", "#/$defs/d0", "#/$defs/d1", "#/$defs/d9", "#/properties/a", "#/%zz", "http://x/y", "#a", 7]),
    enum: () =>
      random.pick<unknown>([[1, "a", null, {}, []], [], "x", Array.from({ length: 400 }, (_, index) => `v${index}`)]),
    const: () => random.pick<unknown>([1, "a", { a: [1] }, null]),
    pattern: () => random.pick<unknown>([...PATTERNS, 7]),
    format: () => random.pick<unknown>([...FORMATS, 7]),
    minLength: () => random.pick<unknown>([1, -1, 1e9, "x"]),
    maximum: () => random.pick<unknown>([1, -1e308, "x"]),
    multipleOf: () => random.pick<unknown>([1, 0, 0.1, -1, 1e-300]),
    uniqueItems: () => random.pick<unknown>([true, "yes"]),
    contains: sub,
    minContains: () => random.pick<unknown>([0, 3, "x"]),
    propertyNames: sub,
    dependentSchemas: () => record(["a", "b"]),
    unevaluatedProperties: sub,
    unevaluatedItems: sub,
    $id: () => random.pick(["http://x/", "#a", "__proto__"]),
    $anchor: () => "a",
    description: () => random.pick<unknown>([...TEXTS, 7]),
    default: () => random.pick<unknown>([...TEXTS, {}, []]),
    nullable: () => random.chance(0.5),
  };
  const keys = Object.keys(words);
  return Object.fromEntries(
    Array.from({ length: 1 + random.below(4) }, () => random.pick(keys)).map((key) => [key, words[key]?.()]),
  );
}

function nested(levels: number): object {
  let schema: object = { type: "string" };
  for (let level = 0; level < levels; level += 1) schema = { type: "object", properties: { a: schema } };
  return schema;
}

function doubling(count: number): object {
  const next = (index: number): object => ({ $ref: `#/$defs/d${index + 1}` });
  const defs = Array.from({ length: count }, (_, index) => [`d${index}`, { anyOf: [next(index), next(index)] }]);
  return {
    $defs: { ...(Object.fromEntries(defs) as object), [`d${count}`]: {} },
    properties: { a: { $ref: "#/$defs/d0" } },
  };
}

/** Tools whose arguments are the parts of each other. */
function entriesOfShared(random: Random): readonly unknown[] {
  const $defs = sharedDefinitions(random);
  const names = Object.keys($defs);
  return Array.from({ length: random.pick([1, 5, 40]) }, (_, index) => {
    const own = names[index % names.length] ?? "";
    const inputSchema = random.pick<() => object>([
      () => ({ ...$defs[own], $defs }),
      () => ({
        type: "object",
        allOf: [{ $ref: `#/$defs/${own}` }, { $ref: `#/$defs/${random.pick(names)}` }],
        $defs,
      }),
      () => ({ type: "object", properties: { p: { $ref: `#/$defs/${own}` } }, $defs }),
    ])();
    return { name: `tool_${index}`, inputSchema, ...(random.chance(0.2) && { outputSchema: inputSchema }) };
  });
}

/** Two chains of definitions, each of which uses the next ones several times. */
function sharedDefinitions(random: Random): Readonly<Record<string, object>> {
  const levels = random.pick([3, 20, 60]);
  const text = "word ".repeat(random.pick([0, 10, 3_000]));
  const widths = random.pick([[1, 2], [2, 40], [300]]);
  /** All are composed in one way, or each in another. */
  const only = random.chance(0.6) ? random.below(9) : -1;
  const refs = (index: number): [object, object] => {
    const chains = random.chance(0.7) ? ["a", "b"] : ["a", "a"];
    const to = index + (only >= 0 || random.chance(0.95) ? 1 : -random.below(levels));
    const [one = {}, other = {}] = chains.map((chain) => ({ $ref: `#/$defs/${chain}${Math.max(0, to)}` }));
    return [one, other];
  };
  const definitionOf = (index: number): object => {
    const [one, other] = refs(index);
    const own = { properties: { [`x${index}`]: {} } };
    const compositions: readonly (() => object)[] = [
      () => ({ type: "object", required: ["a"], properties: { a: one, b: other } }),
      () => ({ type: "object", properties: { a: one, b: other, c: one }, additionalProperties: other }),
      () => ({
        properties: Object.fromEntries(range(random.pick(widths), (n) => [`p${n}`, n % 2 === 0 ? one : other])),
      }),
      () => ({ allOf: [one, other, own] }),
      () => ({ allOf: [{ anyOf: [one, own] }, { anyOf: [other, { properties: { y: {} } }] }] }),
      () => ({
        anyOf: [
          { type: "array", items: one },
          { type: "array", title: "b", items: other },
        ],
      }),
      () => ({ prefixItems: [one, other, one] }),
      () => ({ properties: { list: { anyOf: range(random.pick(widths), () => random.pick([one, other])) } } }),
      () => ({ ...own, allOf: range(random.pick(widths), (n) => (n % 2 === 0 ? one : other)) }),
    ];
    const composed = (compositions[only] ?? random.pick(compositions))();
    return random.chance(0.5) ? { ...composed, description: text } : composed;
  };
  const chain = (letter: string): [string, object][] => [
    ...range(levels, (index): [string, object] => [`${letter}${index}`, definitionOf(index)]),
    [`${letter}${levels}`, random.pick<object>([{ type: "string", description: text }, {}, { enum: ["x", "y"] }])],
  ];
  return Object.fromEntries([...chain("a"), ...chain("b")]);
}

function range<T>(length: number, of: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => of(index));
}

function wide(count: number, random: Random): object {
  return {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schemaOf(random, 4)])),
  };
}

/** Of names that the schema has, and of others. */
function argumentsOf(random: Random, schema: unknown): unknown {
  const listed =
    schema !== null && typeof schema === "object" && "properties" in schema ? schema.properties : undefined;
  const known = listed !== null && typeof listed === "object" ? Object.keys(listed) : [];
  const names = [...known.slice(0, 50), "a", "b", random.pick(TEXTS)];
  return Object.fromEntries(Array.from({ length: random.below(8) }, () => [random.pick(names), valueOf(random, 0)]));
}

function valueOf(random: Random, depth: number): unknown {
  switch (random.below(depth > 3 ? 6 : 9)) {
    case 0:
      return null;
    case 1:
      return random.pick([0, -1, 1.5, 1e308, 7]);
    case 2:
      return `${"a".repeat(random.below(60))}!`;
    case 3:
      return random.chance(0.5);
    case 4:
      return random.pick(TEXTS);
    case 5:
      return Array.from({ length: random.pick([0, 3, 2_000]) }, (_, index) => index % 1_500);
    case 6:
      return Array.from({ length: random.below(5) }, () => valueOf(random, depth + 1));
    case 7:
      return deepValue(random.pick([20, 190, 400]));
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(5) }, () => [
          random.pick(["a", "b", "__proto__", "l"]),
          valueOf(random, depth + 1),
        ]),
      );
  }
}

function deepValue(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}
