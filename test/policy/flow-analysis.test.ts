/**
 * The analysis of scripts finds every flow, and refuses few scripts that have none. Which script leaks is not ours to say: each is run with two
 * different mailboxes, and leaks if what it posts is different.
 */
import { readFile } from "node:fs/promises";
import { parse } from "acorn";
import { describe, expect, it } from "vitest";
import { analyseFlows, type FlowReport } from "../../src/policy/flow-analysis/analyse-flows.ts";
import { isServer } from "../../src/policy/flow-analysis/calls.ts";
import { Random } from "../support/random.ts";
import { EVASIONS } from "./flow-evasions.ts";
import { HONEST, LEAKING, PRELUDE, STEPS } from "./flow-scripts.ts";

function analyse(code: string): FlowReport {
  return analyseFlows(
    parse(PRELUDE + code, { ecmaVersion: "latest", sourceType: "module", allowAwaitOutsideFunction: true }),
  );
}

/** What a decision would be for a rule from the inbox to slack. */
function isFlagged(report: FlowReport): boolean {
  const sources = report.kind === "unknown" ? undefined : report.calls.get("slack.post_message");
  return sources === undefined || sources.some(({ tool }) => tool === "inbox.search" || tool === "inbox.fail");
}

/** @returns what was posted, as JSON */
async function postedBy(code: string, secret: string, mails: number): Promise<string> {
  const posted: unknown[] = [];
  const kept = new Map<string, unknown>();
  const messages = Array.from({ length: mails }, (_, id) => ({ id: String(id), subject: secret, urgent: true }));
  // Arguments become JSON, and `toJSON` of what is in them is called.
  const sent = <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T));
  const callable = (work: (args: never) => unknown): object =>
    Object.assign(async (args: never) => work(sent(args)), { raw: async (args: never) => work(sent(args)) });
  const upstreams = {
    inbox: {
      search: callable(() => ({ messages: structuredClone(messages) })),
      fail: callable(() => {
        throw new Error(secret);
      }),
    },
    calendar: { list: callable(() => ({ events: [{ title: "Standup" }, { title: "Review" }] })) },
    github: {
      list: callable(() => ({
        repos: [
          { name: "a", stars: 1, lang: "ts" },
          { name: "b", stars: 2, lang: "js" },
        ],
      })),
      get: callable(({ name }: { name: string }) => ({ text: `about ${name}` })),
    },
    translate: { text: callable(({ text }: { text: string }) => ({ text: `${text} (en)` })) },
    files: { write: callable(() => ({})) },
    crm: { update: callable(() => ({})) },
    slack: {
      post_message: callable((args: never) => {
        posted.push(args);
        return {};
      }),
    },
    store: {
      put: async (key: string, value: unknown) => kept.set(key, sent(value)),
      get: async (key: string) => kept.get(key),
    },
    sleep: async () => undefined,
    console: { log: () => undefined, info: () => undefined, error: () => undefined },
  };
  const AsyncFunction = (async () => undefined).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<unknown>;
  await new AsyncFunction(...Object.keys(upstreams), `"use strict";\n${PRELUDE}${code}`)(...Object.values(upstreams));
  return JSON.stringify(posted, (_key, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  );
}

const SECRET = "1 SECRET-1111";
const OTHER = "7 SECRET and more 2222";

/** The subject, and how many there are. */
async function leaks(code: string): Promise<boolean> {
  const [one, other, more] = await Promise.all([
    postedBy(code, SECRET, 2),
    postedBy(code, OTHER, 2),
    postedBy(code, SECRET, 3),
  ]);
  return one !== other || one !== more;
}

it("has enough scripts", () => {
  expect(LEAKING.length + HONEST.length).toBeGreaterThan(150);
  expect(new Set([...LEAKING, ...HONEST]).size).toBe(LEAKING.length + HONEST.length);
});

describe("finds the flow in", () => {
  it.each(LEAKING)("%s", async (code) => {
    expect(await leaks(code)).toBe(true);
    expect(isFlagged(analyse(code))).toBe(true);
  });
});

describe("is not evaded by", () => {
  it.each(EVASIONS)("%s", async (body) => {
    const code = `${body}\nawait slack.post_message({ channel: "c", text: y });`;
    expect(await leaks(code)).toBe(true);
    expect(isFlagged(analyse(code))).toBe(true);
  });

  it("waiting for as long as a result says", () => {
    const code = `const t = Date.now(); await sleep(s.charCodeAt(0)); await slack.post_message({ text: Date.now() - t });`;
    expect(isFlagged(analyse(code))).toBe(true);
  });
});

/** Each step makes a new `s` of the one before. */
it.each(Array.from({ length: 60 }, (_, seed) => seed))(
  "finds the flow through steps put together at random, seed %i",
  async (seed) => {
    const random = new Random(seed);
    for (let program = 0; program < 5; program += 1) {
      let expression = "s";
      for (let step = 2 + random.below(4); step > 0; step -= 1)
        expression = `(((s) => ${random.pick(STEPS)})(${expression}))`;
      const code = `${random.chance(0.5) ? "const keep = [];" : ""} await slack.post_message({ channel: "c", text: ${expression} });`;
      const isLeaking = await leaks(code).catch(() => false);
      expect({ code, isFlagged: !isLeaking || isFlagged(analyse(code)) }).toStrictEqual({ code, isFlagged: true });
    }
  },
);

describe("honest scripts", () => {
  it.each(HONEST)("post the same, whatever is in the mailbox: %s", async (code) => {
    expect(await postedBy(code, SECRET, 2)).toBe(await postedBy(code, OTHER, 2));
  });

  it.each(HONEST)("are not refused: %s", (code) => expect(isFlagged(analyse(code))).toBe(false));
});

describe("the input of a run", () => {
  it.each([
    "await slack.post_message({ channel: 'c', text: input.text.trim() });",
    "await inbox.search({}); await slack.post_message({ channel: 'c', text: input.items.map((item) => item.name).join() });",
    "const { items = [] } = input; for (const item of items) await slack.post_message({ channel: 'c', text: item.toUpperCase() }); await inbox.search({});",
  ])("is no source: %s", (code) => expect(isFlagged(analyse(code))).toBe(false));

  it.each([
    "const r = await inbox.search({}); input.items.push(r.messages[0].subject); await slack.post_message({ channel: 'c', text: input.items.join() });",
    "const r = await inbox.search({}); input.text = r.messages[0].subject; await slack.post_message({ channel: 'c', text: input.text });",
    "const r = await inbox.search({}); Object.assign(input, { r }); await slack.post_message({ channel: 'c', text: JSON.stringify(input) });",
    "const r = await inbox.search({}); const list = input.a.b; list[0] = r; await slack.post_message({ channel: 'c', text: String(input.a.b[0]) });",
  ])("carries what is put into it: %s", (code) => expect(isFlagged(analyse(code))).toBe(true));
});

/** A global that is taken for a server would be followed as a tool that calls no function and changes nothing. */
it("takes no global of scripts for a server", async () => {
  const lockdown = await readFile(new URL("../../worker-loader/guest/lockdown.js", import.meta.url), "utf8");
  const lists = [...lockdown.matchAll(/^const (?:PLAIN|LEADING) =\s+words\(`([^`]+)`\)/gm)].map(
    ([, names = ""]) => names,
  );
  expect(lists).toHaveLength(2);
  const globals = lists.join(" ").split(/\s+/);
  expect(globals).toContain("Iterator");
  expect(globals.filter(isServer)).toStrictEqual([]);
});

/** Tools that are called by paths are not followed: the order of calls decides then. */
it.each([
  "const got = await tools.inbox.search({}); await slack.post_message({ text: got.data.text });",
  "const got = await inbox.search({}); await tools.slack.post_message({ text: got.text });",
  "const got = await tools['inbox.search']({}); await slack.post_message({ text: got.data.text });",
  "const got = await tools[input.path]({}); await slack.post_message({ text: got.data.text });",
  "const all = tools; const got = await all.inbox.search({}); await slack.post_message({ text: got.data.text });",
  "const { inbox: box } = tools; const got = await box.search({}); await slack.post_message({ text: got.data.text });",
  "const box = tools.inbox; const got = await box.search({}); await slack.post_message({ text: got.data.text });",
  "const got = await [tools.inbox.search].map((f) => f({}))[0]; await slack.post_message({ text: got.data.text });",
  "const got = await Reflect.apply(tools.inbox.search, null, [{}]); await slack.post_message({ text: got.data.text });",
  "const got = await tools.search.inbox({}); await slack.post_message({ text: got });",
  "const got = await tools.describe[input.name]({}); await slack.post_message({ text: got });",
])("does not follow %s", (code) => expect(analyse(code).kind).toBe("unknown"));

it.each([
  "await inbox.search({}); const [one] = await tools.search('mail'); await slack.post_message({ text: one.path });",
  "await inbox.search({}); const { items } = await tools.search({ query: 'mail' }); await slack.post_message({ text: items[0].path });",
  "await inbox.search({}); const d = await tools.describe.tool({ path: 'a.b' }); await slack.post_message({ text: d.description });",
  "await inbox.search({}); const d = await tools['describe.tool']({ path: 'a.b' }); await slack.post_message({ text: d.name });",
])("takes what tools are for no result of one: %s", (code) => expect(isFlagged(analyse(code))).toBe(false));

it.each([
  "async () => { const m = await inbox.search({}); await slack.post_message({ text: m.text }) }",
  // Its parameter is the input.
  "async (x) => { input.t = (await inbox.search({})).text; await slack.post_message({ text: x.t }) }",
  "'use strict'; async function main({ l }) { input.l.push((await inbox.search({})).text); await slack.post_message({ text: l[0] }) }",
  "async function main(x) { const { text } = await inbox.search({}); if (text[0] === '1') x.l.pop(); await slack.post_message({ text: x.l.length }) }",
])("follows a script that is one function: %s", (code) => {
  const report = analyseFlows(parse(code, { ecmaVersion: "latest", sourceType: "module" }));
  expect(isFlagged(report)).toBe(true);
});

it("takes the input of a script that is one function for no source", () => {
  const code =
    "async ({ texts }) => { await inbox.search({}); for (const text of texts) await slack.post_message({ text }) }";
  const report = analyseFlows(parse(code, { ecmaVersion: "latest", sourceType: "module" }));
  expect(isFlagged(report)).toBe(false);
});

it("follows most leaking scripts, instead of giving them up", () => {
  const unknown = LEAKING.filter((code) => analyse(code).kind === "unknown");
  expect(unknown.length / LEAKING.length, unknown.join("\n---\n")).toBeLessThan(0.1);
});

it("takes half a millisecond for a script", () => {
  const programs = [...LEAKING, ...HONEST].map((code) =>
    parse(PRELUDE + code, { ecmaVersion: "latest", sourceType: "module", allowAwaitOutsideFunction: true }),
  );
  for (const program of programs) analyseFlows(program);
  const started = performance.now();
  for (const program of programs) analyseFlows(program);
  const each = (performance.now() - started) / programs.length;
  console.log(`flow analysis: ${each.toFixed(3)} ms a script`);
  // Ten times what it takes on two busy cores.
  expect(each).toBeLessThan(5);
});

it("gives up soon on a script that is made to take long", () => {
  const line = (index: number): string => `x.push([x, ${index}, () => x.map((y) => y)]);`;
  const code = `let x = []; ${Array.from({ length: 400 }, (_, index) => line(index)).join("")} await slack.post_message({ text: x });`;
  const started = performance.now();
  expect(analyse(code)).toMatchObject({ kind: "unknown" });
  // About 30 ms; two minutes when nothing is counted.
  expect(performance.now() - started).toBeLessThan(3_000);
});
