/** W3C Trace Context: what is accepted of an asker, and what is passed on. */
import { describe, expect, it } from "vitest";
import { spanId, traceOf, traceparentOf } from "../../src/ledger/trace.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";
const GIVEN = `00-${TRACE}-${SPAN}-01`;

describe("an asker's traceparent", () => {
  it.each([
    [GIVEN, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    [`00-${TRACE}-${SPAN}-03`, true],
    // A later version may say more.
    [`cc-${TRACE}-${SPAN}-01-what-will-come`, true],
  ])("%s is taken over", (given, isSampled) => {
    expect(traceOf("r_1", given)).toStrictEqual({ id: TRACE, parent: SPAN, isSampled });
    expect(traceparentOf("r_1", given, 3)).toBe(`00-${TRACE}-${spanId("r_1", 3)}-${isSampled ? "01" : "00"}`);
  });

  it.each([
    undefined,
    "",
    "00",
    `ff-${TRACE}-${SPAN}-01`,
    `00-${"0".repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}-1`,
    ` ${GIVEN}`,
    `${GIVEN}\r\nx-evil: 1`,
  ])("%j counts as none: the run has a trace of its own", (given) => {
    const trace = traceOf("r_1", given);
    expect(trace).toStrictEqual({ id: expect.stringMatching(/^[\da-f]{32}$/), isSampled: true });
    expect(trace.id).not.toBe(TRACE);
    expect(trace).toStrictEqual(traceOf("r_1", undefined));
    expect(trace.id).not.toBe(traceOf("r_2", undefined).id);
  });
});

it("request, run and calls have a span each", () => {
  const ids = [spanId("r_1", "request"), spanId("r_1", "run"), spanId("r_1", 1), spanId("r_1", 2), spanId("r_2", 1)];
  expect(new Set(ids).size).toBe(5);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{16}$/);
});
