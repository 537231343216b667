/**
 * Whatever a script does with tokenized values, none of them is in what it returns, logs or throws, in the ledger, on pages of runs, in
 * events, or in storage. The values and the shapes that hold them are drawn from a fixed seed.
 */
import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { CustomerGateways, type CustomerGateway } from "../support/customer-gateway.ts";

const POLICY = {
  version: "1",
  default: "allow",
  data: [
    {
      kinds: ["email", "phone", "card", "iban", "secret", "case_id"],
      tools: "crm.*",
      action: "tokenize",
      reveal: "mail.*",
    },
  ],
  patterns: { case_id: "CASE-[0-9]{6}" },
};

const gateways = new CustomerGateways(inject("bundle"));
let gateway: CustomerGateway;
beforeAll(async () => {
  gateway = await gateways.start(POLICY);
});
afterAll(() => gateways.stop());

/** Park and Miller's generator: the same values at every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

type Draw = (below: number) => number;

const digits = (draw: Draw, count: number): string => Array.from({ length: count }, () => draw(10)).join("");
const CARDS = ["4242424242424242", "5555 5555 5555 4444", "378282246310005"];
const IBANS = ["DE89370400440532013000", "GB29 NWBK 6016 1331 9268 19", "NL91ABNA0417164300"];

function valueOf(draw: Draw): string {
  const values = [
    () => `p${digits(draw, 6)}@x${digits(draw, 3)}.example`,
    () => `+1415${2 + draw(8)}${digits(draw, 6)}`,
    () => CARDS[draw(CARDS.length)] ?? "",
    () => IBANS[draw(IBANS.length)] ?? "",
    () => `ghp_${digits(draw, 36)}`,
    () => `CASE-${digits(draw, 6)}`,
  ];
  return values[draw(values.length)]?.() ?? "";
}

/** A value that holds drawn values as a whole, in a text, in JSON in a text, and as names of properties. */
function holding(draw: Draw, values: string[], depth: number): unknown {
  const value = valueOf(draw);
  values.push(value);
  const forms = [
    () => value,
    () => `before ${value}, after; "${value}"\n`,
    () => JSON.stringify({ inner: [value] }),
    () => [holding(draw, values, depth + 1), value],
    () => ({ a: holding(draw, values, depth + 1), b: value }),
    () => ({ [value]: 1, x: null }),
  ];
  return forms[draw(depth > 2 ? 3 : forms.length)]?.();
}

const SCRIPTS = [
  "value",
  "JSON.stringify(value)",
  "console.log(value); console.error(JSON.stringify(value)); 1",
  "throw new Error(JSON.stringify(value))",
  "await crm.note({ value })",
  "await crm.fail({ value })",
  "await mail.send({ value })",
  "await mail.fail({ value })",
  "await mail.send.raw({ value, text: JSON.stringify(value) })",
  "try { await mail.fail({ value }) } catch (e) { console.log(e.message, JSON.stringify(e)); throw e }",
  "await store.put('kept', value); await store.get('kept')",
  "(await crm.find.raw({}))",
];

it.each(SCRIPTS.map((script, index) => ({ script, index })))("$script", async ({ script, index }) => {
  const draw = numbers(index + 7);
  const values: string[] = [];
  gateway.customers.answer(Array.from({ length: 20 }, () => holding(draw, values, 0)));
  expect(values.length).toBeGreaterThanOrEqual(20);
  const before = gateway.customers.calls.length;
  const answer = await gateway.run(`const value = await crm.find({});\n${script}`);
  const shown = [
    answer,
    await gateway.get(`/runs/${answer.run}`),
    await gateway.get(`/runs/${answer.run}/calls`),
    await gateway.get("/approvals"),
    await gateway.search({ query: "crm.find", detail: "full" }),
  ];
  const text = JSON.stringify(shown);
  expect(text).toMatch(/\[[A-Z_]+_\d+\]/);
  expect(values.filter((value) => text.includes(value))).toEqual([]);
  // The values themselves reach only the tools that may know them.
  const sent = gateway.customers.calls.slice(before);
  const leaked = sent.filter(({ path }) => path.startsWith("crm.")).map(({ args }) => JSON.stringify(args));
  expect(values.filter((value) => leaked.some((args) => args.includes(value)))).toEqual([]);
  const told = sent.filter(({ path }) => path.startsWith("mail."));
  expect(JSON.stringify(told)).not.toMatch(/\[[A-Z_]+_\d+\]/);
  const stored = await storedText(gateway.directory);
  expect(values.filter((value) => stored.includes(value))).toEqual([]);
});

async function storedText(directory: string): Promise<string> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const kept = files.filter((file) => file.isFile() && file.name.includes("sqlite"));
  const texts = await Promise.all(kept.map((file) => readFile(`${file.parentPath}/${file.name}`, "latin1")));
  return texts.join("");
}
