/** The sentences of an outcome about calls whose answers were not heard. */
import { expect, it } from "vitest";
import { mayHaveHappenedAll } from "../../../src/runs/durable/unheard-calls.ts";

it("names each tool once, and no call that may be repeated", () => {
  const called = (tool: string | undefined, isRepeatable = false) => ({ tool, isRepeatable });
  const calls = [called("up.write"), called("up.pay"), called("up.write"), called(undefined), called("up.read", true)];
  const alone = "sent before the run was cut off, and its answer was not received, so it may have had an effect.";
  expect(mayHaveHappenedAll(calls)).toEqual([
    "2 calls of up.write were sent before the run was cut off, and their answers were not received, so they may have had effects.",
    `up.pay was ${alone}`,
    `A call was ${alone}`,
  ]);
});

it("counts all calls of a tool, and bounds the tools that are named", () => {
  const many = Array.from({ length: 15 }, () => ({ tool: "up.pay", isRepeatable: false }));
  const others = Array.from({ length: 12 }, (_, at) => ({ tool: `up.drop_${at}`, isRepeatable: false }));
  const sentences = mayHaveHappenedAll([...many, ...others]);
  expect(sentences).toHaveLength(11);
  expect(sentences[0]).toMatch(/^15 calls of up\.pay were sent/);
  expect(sentences[1]).toMatch(/^up\.drop_0 was sent/);
  expect(sentences.at(-1)).toBe("So were calls of 3 more tools.");
});
