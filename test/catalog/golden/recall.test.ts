import { expect, it } from "vitest";
import { corpus, measure } from "../../bench/golden-corpus.ts";
import { join, partOf } from "../search/build-index.ts";
import { goldenRequests } from "./golden.ts";

// Only figures: a failure must not print requests of the held-out half.
it("finds the tool for 90 of 100 requests among the first five, for 70 as the first", () => {
  const index = join(corpus().map(partOf));
  const heldOut = goldenRequests.filter(({ split }) => split === "held-out");
  const { recallAt5, recallAt1 } = measure(index, heldOut);
  expect(recallAt5).toBeGreaterThanOrEqual(0.9);
  expect(recallAt1).toBeGreaterThanOrEqual(0.7);
});
