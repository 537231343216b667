/** The lines of `npm start` for upstreams. */
import { expect, it } from "vitest";
import { nameWidth, upstreamLines } from "../../scripts/upstream-lines.mjs";

const credential = { state: "none" };

it.each([
  { given: { status: "ready", tools: 1 }, want: ["slow   ready 1 tool"] },
  {
    given: { status: "ready", tools: 7, held: 2 },
    want: ["slow   ready 7 tools, 2 of them held: npx isogate pins list"],
  },
  { given: { status: "connecting", tools: 0 }, want: ["slow   has not answered yet"] },
  {
    given: { status: "connecting", tools: 0, reason: "A tunnel carries it." },
    want: ["slow   has not answered yet: A tunnel carries it."],
  },
  {
    given: { status: "ready", tools: 0, unreadable: ['tools.include: no tool is called "lst*"'] },
    want: ["slow   ready 0 tools", '       (its tool list: tools.include: no tool is called "lst*".)'],
  },
  {
    given: { status: "ready", tools: 0, unreadable: "1234567".split("") },
    want: [
      "slow   ready 0 tools",
      ...[1, 2, 3, 4, 5].map((one) => `       (its tool list: ${one}.)`),
      "       (its tool list: 2 more; see npx isogate doctor.)",
    ],
  },
  { given: { status: "down", tools: 0, reason: "slow is away." }, want: ["slow   is away."] },
])("$want", ({ given, want }) => {
  const all = [
    { name: "slow", credential, ...given },
    { name: "longer", status: "ready", tools: 0, credential },
  ];
  expect(upstreamLines({ upstreams: all.slice(0, 1) }, nameWidth(all))).toStrictEqual(want);
});
