/** Preparations that are asked for together are done one after another: others have turns in between, and callers take turns. */
import { expect, it } from "vitest";
import { PreparationTurns } from "../../worker-loader/prepare/preparation-turns.ts";
import { prepareScript } from "../../worker-loader/prepare/prepared-scripts.ts";

const NO_TYPES = () => Promise.reject(new Error("No TypeScript here."));
const LONG = "async function f(a,b,c){await a;for(const x of b)await c;return a.b(c)}".repeat(3_200);

it("others have a turn between long scripts that are prepared at once", { timeout: 60_000 }, async () => {
  let turns = 0;
  const timer = setInterval(() => void (turns += 1), 0);
  const turnsBefore = await Promise.all(
    [1, 2, 3, 4].map(async (n) => {
      expect(await prepareScript(`${LONG};${n}`, "javascript", NO_TYPES)).toMatchObject({ ok: true });
      return turns;
    }),
  );
  clearInterval(timer);
  expect(new Set(turnsBefore).size).toBe(4);
});

it("a script that is cached does not wait", { timeout: 60_000 }, async () => {
  await prepareScript("'cached before'", "javascript", NO_TYPES);
  const long = prepareScript(`${LONG};5`, "javascript", NO_TYPES);
  const behind = prepareScript(`${LONG};6`, "javascript", NO_TYPES);
  let hasTurned = false;
  setTimeout(() => void (hasTurned = true), 0);
  await prepareScript("'cached before'", "javascript", NO_TYPES);
  expect(hasTurned).toBe(false);
  await Promise.all([long, behind]);
});

/** A clock that moves when something is computed, and turns that are given by hand. */
class HandClock {
  ms = 0;
  #armed: (() => void)[] = [];

  now = (): number => this.ms;
  nextTurn = (): Promise<void> => new Promise((resolve) => this.#armed.push(resolve));

  /** All timers that are due fire one after another, and what they begin is done before the next one. */
  async turn(): Promise<void> {
    const due = this.#armed;
    this.#armed = [];
    for (const fire of due) {
      fire();
      for (let steps = 0; steps < 10; steps += 1) await Promise.resolve();
    }
  }
}

async function prepareWith(turns: PreparationTurns, clock: HandClock, { caller = "", ms = 25 }): Promise<void> {
  const turn = turns.take(caller);
  if (turn !== undefined) await turn;
  turns.count(() => (clock.ms += ms));
}

it("a clock that is set back stops no preparation", async () => {
  const clock = new HandClock();
  const turns = new PreparationTurns(clock);
  await prepareWith(turns, clock, {});
  clock.ms -= 3_600_000;
  let isPrepared = false;
  void prepareWith(turns, clock, {}).then(() => (isPrepared = true));
  await clock.turn();
  expect(isPrepared).toBe(true);
});

it("one long script is prepared in a turn, and callers take turns", async () => {
  const clock = new HandClock();
  const turns = new PreparationTurns(clock);
  const order: string[] = [];
  for (const caller of ["ann", "ann", "ann", "bob"]) {
    void prepareWith(turns, clock, { caller }).then(() => order.push(caller));
  }
  for (let round = 0; round < 8; round += 1) {
    const before = order.length;
    await clock.turn();
    // The first one began at once.
    expect(order.length - before).toBeLessThanOrEqual(round === 0 ? 2 : 1);
  }
  expect(order).toEqual(["ann", "bob", "ann", "ann"]);
});

it("short scripts follow each other without a turn until they have taken long together", () => {
  const clock = new HandClock();
  const turns = new PreparationTurns(clock);
  for (let n = 0; n < 20; n += 1) {
    expect(turns.take("ann")).toBeUndefined();
    turns.count(() => (clock.ms += 1));
  }
  turns.count(() => (clock.ms += 1));
  expect(turns.take("ann")).toBeInstanceOf(Promise);
});

it("time in which nothing is prepared is a turn for others", () => {
  const clock = new HandClock();
  const turns = new PreparationTurns(clock);
  for (let n = 0; n < 100; n += 1) {
    expect(turns.take("ann")).toBeUndefined();
    turns.count(() => (clock.ms += 10));
    clock.ms += 10;
  }
});

it("a preparation whose request has ended holds up no other", async () => {
  const clock = new HandClock();
  // The timers of a request that has ended never fire.
  let hasEnded = true;
  const nextTurn = () => (hasEnded ? new Promise(() => undefined) : clock.nextTurn());
  const turns = new PreparationTurns({ now: clock.now, nextTurn });
  turns.count(() => (clock.ms += 25));
  void turns.take("ended");
  hasEnded = false;
  let isPrepared = false;
  void turns.take("ann")?.then(() => (isPrepared = true));
  for (let round = 0; round < 10; round += 1) await clock.turn();
  expect(isPrepared).toBe(true);
});

it("hundreds of them hold up nobody, whoever was served before", async () => {
  const clock = new HandClock();
  let hasEnded = true;
  const nextTurn = () => (hasEnded ? new Promise(() => undefined) : clock.nextTurn());
  const turns = new PreparationTurns({ now: clock.now, nextTurn });
  turns.count(() => (clock.ms += 25));
  for (let n = 0; n < 200; n += 1) void turns.take("ended");
  hasEnded = false;
  let prepared = 0;
  const ann = async () => {
    for (;;) {
      await prepareWith(turns, clock, { caller: "ann" });
      prepared += 1;
    }
  };
  void ann();
  for (let round = 0; round < 20; round += 1) await clock.turn();
  expect(prepared).toBeGreaterThan(3);
});
