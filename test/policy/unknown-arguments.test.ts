/** Rules about arguments that none of their tools has are named, because a misspelled one is missing in every call. */
import { expect, it } from "vitest";
import { policySchema } from "../../src/policy/document/document.ts";
import { unknownArguments } from "../../src/policy/document/unknown-arguments.ts";

const schema = (names: readonly string[], more: object = {}) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, {}])),
  ...more,
});
const LISTED = [
  {
    name: "out",
    tools: [
      { name: "send", inputSchema: schema(["to", "text"]) },
      { name: "post-all", inputSchema: schema(["channel", "text"], { additionalProperties: false }) },
      { name: "ping", inputSchema: { type: "object", additionalProperties: false } },
    ],
  },
  {
    name: "open",
    tools: [
      { name: "any", inputSchema: schema(["to"], { additionalProperties: true }) },
      { name: "parts", inputSchema: schema(["to"], { allOf: [{ $ref: "#/$defs/more" }] }) },
      { name: "empty", inputSchema: { type: "object" } },
      { name: "nothing" },
    ],
  },
];
const warningsOf = (document: object, servers: Parameters<typeof unknownArguments>[1] = LISTED) =>
  unknownArguments(policySchema.parse({ version: "1", default: "allow", ...document }), servers, () => []);
const pathsOf = (document: object) => warningsOf(document).map(({ path }) => path);
const denied = (tool: string, path: string) => ({ tools: { [tool]: { deny_if: [{ path, op: "eq", value: "x" }] } } });

it("says which argument of a flow is meant", () => {
  const flows = [{ from: "in.read", to: ["out.send", "exits"], args: ["text", "txet"] }];
  expect(warningsOf({ labels: { exits: ["out.post_all"] }, flows })).toStrictEqual([
    {
      path: "/flows/0/args/1",
      message: 'No tool that ["out.send","out.post_all"] matches has an argument "txet", so "txet" is always missing.',
      fix: 'Did you mean "text"?',
    },
  ]);
});

it("says which argument of a condition is meant", () => {
  expect(warningsOf(denied("out.send", "args.txet[0].x"))).toStrictEqual([
    {
      path: "/tools/out.send/deny_if/0/path",
      message: 'No tool that "out.send" matches has an argument "txet", so "args.txet[0].x" is always missing.',
      fix: 'Did you mean "text"?',
    },
  ]);
});

it.each([
  ["out.send", "args.text"],
  ["out.*", "args.channel"],
  ["send", "args.to"],
  ["open.any", "args.zzz"],
  ["open.parts", "args.zzz"],
  ["open.empty", "args.zzz"],
  ["open.nothing", "args.zzz"],
  // One of the tools may have it.
  ["*", "args.zzz"],
  // Unknown tools are told by themselves.
  ["out.snd", "args.txet"],
  ["execute_code", "args.txet"],
  ["out.send", "tool.name"],
])("has nothing to say of %s and %s", (tool, path) => {
  expect(pathsOf(denied(tool, path))).toStrictEqual([]);
});

it.each([
  ["out.*", "args.txet"],
  ["out.ping", "args.text"],
  ["out.postAll", "args.to"],
  ["send", "args.txet"],
  ["out.send", 'args["txet"]'],
])("notes %s and %s", (tool, path) => {
  expect(pathsOf(denied(tool, path))).toHaveLength(1);
});

it("reads the arguments of earlier calls by their own tools", () => {
  const where = [{ path: "args.channel", op: "eq", ref: "args.channel" }];
  const inner = { formerly: { tool: "out.send", within: "1h", where: [{ path: "args.too", op: "exists" }] } };
  const document = {
    tools: {
      "out.send": {
        require: [{ not: { formerly: { tool: "out.post_all", within: "1h", where } } }],
        deny_if: [
          { count: { tool: "out.send", within: "1h", distinct: "args.channel" }, op: "gt", value: 3 },
          { any: [{ since: { tool: "out.*", within: "1h", where: [inner], without: { tool: "out.ping", where } } }] },
        ],
        limits: [{ counter: "c", window: "day", max: 1, increment_from: "args.amount" }],
      },
    },
  };
  const rule = "/tools/out.send";
  expect(pathsOf(document)).toStrictEqual([
    `${rule}/require/0/not/formerly/where/0/ref`,
    `${rule}/deny_if/0/count/distinct`,
    `${rule}/deny_if/1/any/0/since/where/0/formerly/where/0/path`,
    `${rule}/deny_if/1/any/0/since/without/where/0/path`,
    `${rule}/deny_if/1/any/0/since/without/where/0/ref`,
    `${rule}/limits/0/increment_from`,
  ]);
});

it("says nothing where a server is not listed that may have the tool", () => {
  const servers = [...LISTED, { name: "down", tools: undefined }];
  expect(warningsOf(denied("*.send", "args.txet"), servers)).toStrictEqual([]);
  expect(warningsOf(denied("out.send", "args.txet"), servers)).toHaveLength(1);
});

it("says no more than a hundred, and ends with many rules over many tools", () => {
  const deny_if = Array.from({ length: 500 }, (_, index) => ({ path: `args.no_${index}`, op: "exists" }));
  expect(warningsOf({ tools: { "out.send": { deny_if } } })).toHaveLength(100);
  const tools = Array.from({ length: 10_000 }, (_, index) => ({ name: `t${index}`, inputSchema: schema(["a"]) }));
  const rules = tools
    .slice(0, 5_000)
    .map(({ name }) => [`big.${name}`, { deny_if: [{ path: "args.b", op: "exists" }] }]);
  expect(warningsOf({ tools: Object.fromEntries(rules) as object }, [{ name: "big", tools }])).toHaveLength(9);
});
