/** Inspections are done one after another, and others have a turn where one has computed for long. */
import { expect, it } from "vitest";
import { InspectionTurns } from "../../../src/gateway/policy/inspection-turns.ts";

/** @returns in which order three inspections that are asked for at once, and a timer of somebody else, had their turns */
async function orderOf(ms: number, fails = false): Promise<readonly string[]> {
  let now = 0;
  const turns = new InspectionTurns(() => now);
  const order: string[] = [];
  const others = new Promise<void>((resolve) => {
    setTimeout(() => {
      order.push("others");
      resolve();
    }, 0);
  });
  const inspections = ["first", "second", "third"].map((name) =>
    turns.run(async () => {
      order.push(name);
      now += ms;
      await Promise.resolve();
      if (fails) throw new Error(name);
      return name;
    }),
  );
  const settled = await Promise.allSettled(inspections);
  const values = settled.map((one) => (one.status === "fulfilled" ? one.value : (one.reason as Error).message));
  expect(values).toEqual(["first", "second", "third"]);
  await others;
  return order;
}

it("others have a turn after an inspection that computed for long", async () => {
  expect(await orderOf(25)).toEqual(["first", "others", "second", "third"]);
});

it("short inspections follow each other at once", async () => {
  expect(await orderOf(1)).toEqual(["first", "second", "third", "others"]);
});

it("an inspection that fails does not hold up the next", async () => {
  expect(await orderOf(25, true)).toEqual(["first", "others", "second", "third"]);
});

it("an inspection with nothing before it begins at once", () => {
  const order: string[] = [];
  const turns = new InspectionTurns(() => 0);
  void turns.run(async () => void order.push("begun"));
  expect(order).toEqual(["begun"]);
});
