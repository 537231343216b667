/** A parked run keeps no timer: those of the Worker and of its Gateway, which share the global of this test, are counted. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connect, execute } from "../../support/client.ts";

const RUNS = 5;

/** The timers that were set since the test began, and have neither fired nor been cleared. */
const pending = new Map<unknown, string>();
let max = 0;

beforeEach(() => {
  pending.clear();
  max = 0;
  const { setTimeout: set, clearTimeout: clear, setInterval: repeat, clearInterval: stop } = globalThis;
  const placeOf = (): string => new Error().stack ?? "";
  const noted = <T>(id: T): T => {
    pending.set(id, placeOf());
    max = Math.max(max, ours().length);
    return id;
  };
  vi.stubGlobal("setTimeout", (work: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
    const id: unknown = set(
      (...passed: unknown[]) => {
        pending.delete(id);
        work(...passed);
      },
      ms,
      ...given,
    );
    return noted(id);
  });
  vi.stubGlobal("clearTimeout", (id: never) => {
    pending.delete(id);
    clear(id);
  });
  vi.stubGlobal("setInterval", (work: () => void, ms?: number) => noted(repeat(work, ms)));
  vi.stubGlobal("clearInterval", (id: never) => {
    pending.delete(id);
    stop(id);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The timer after which the connection of an unused upstream is closed is not one of a run: there is one per upstream, for two minutes. */
function ours(): readonly string[] {
  const places = [...pending.values()].filter((place) => /\/(?:src|worker-loader)\//.test(place));
  return places.filter((place) => !place.includes("src/upstream/connection-use.ts"));
}

it("is no timer in the Worker or its Gateway", { timeout: 60_000 }, async () => {
  const client = await connect("modern");
  // The upstreams of the tests are listed first, one of which never answers.
  await execute(client, { code: "await modern.add({ a: 1, b: 2 })" });
  pending.clear();
  max = 0;
  const code = `await modern.add({ a: 1, b: 2 }); console.log("called"); await sleep(3_600_000)`;
  const runs = await Promise.all(
    Array.from({ length: RUNS }, () => execute(client, { code, detach: true, options: { timeout_ms: 10_000 } })),
  );
  const states = async (): Promise<readonly unknown[]> =>
    Promise.all(runs.map(async ({ run }) => ((await execute(client, { resume: run })) as { state?: unknown }).state));
  await expect.poll(states, { timeout: 15_000 }).toEqual(Array.from({ length: RUNS }, () => "sleeping"));
  // Otherwise nothing was counted.
  expect(max).toBeGreaterThan(RUNS);
  await expect.poll(ours).toEqual([]);
  await client.close();
});
