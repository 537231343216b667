/** What the Scheduler reads and starts, with the storage of a real Gateway. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { FULL_ACCESS } from "../../src/auth/principal.ts";
import { Scheduler, type SchedulerOptions } from "../../src/gateway/scheduler.ts";
import { changeStored } from "../../src/schedules/change-stored.ts";
import type { NewSchedule, Refusal, RunEnd, Trigger } from "../../src/schedules/schedule.ts";

const LONG = "x".repeat(50_000);

function daily(name: string, code = "1"): NewSchedule {
  return {
    name,
    schedule: "every day",
    timing: { kind: "every", ms: 86_400_000, anchor: 0 },
    request: { code },
    owner: { principal: "p", access: FULL_ACCESS, credential: "open", origin: "http://localhost" },
  };
}

/** The same storage; counts the characters that come out of it, and keeps the alarm from firing. */
function watched(storage: DurableObjectStorage) {
  const read = { characters: 0, alarm: 0 };
  const exec = (query: string, ...values: unknown[]) => {
    const rows = storage.sql.exec(query, ...values).toArray();
    read.characters += JSON.stringify(rows).length;
    return { toArray: () => rows, one: () => rows[0], rowsWritten: rows.length };
  };
  const same = {
    sql: { exec },
    setAlarm: (time: number) => (read.alarm = time),
    deleteAlarm: () => undefined,
  };
  return { read, storage: same as unknown as DurableObjectStorage };
}

/** @param endOf by default, every run has ended */
function schedulerOf(
  storage: DurableObjectStorage,
  launch: SchedulerOptions["launch"],
  endOf: SchedulerOptions["endOf"] = (run) => ({ run, ok: true }),
  cutOffRuns: SchedulerOptions["cutOffRuns"] = () => new Map(),
): Scheduler {
  return new Scheduler(storage, { launch, endOf, cutOffRuns, stands: () => true, othersDue: () => undefined });
}

it("reads the texts of those that are due, and of no other", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-reads"), (_gateway, { storage }) => {
    const { read, storage: same } = watched(storage);
    const started: string[] = [];
    const launch = ({ name }: NewSchedule): Promise<never> => {
      started.push(name);
      return new Promise(() => undefined);
    };
    const scheduler = schedulerOf(same, launch);
    for (let count = 0; count < 100; count += 1) scheduler.put(daily(`s${count}`, LONG), true);
    storage.sql.exec("UPDATE schedule SET next_at = 1 WHERE name = 's7'");
    read.characters = 0;
    scheduler.wake(Date.now());
    expect(started).toStrictEqual(["s7"]);
    expect(read.characters).toBeLessThan(2 * LONG.length);
    const { detail } = storage.sql
      .exec<{ detail: string }>("EXPLAIN QUERY PLAN SELECT min(next_at) AS next FROM schedule")
      .one();
    expect(detail).toContain("INDEX schedule_due");
  });
});

it("runs twenty at once; another that is due begins when one of them ends", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-many"), async (_gateway, { storage }) => {
    const { read, storage: same } = watched(storage);
    const ends: (() => void)[] = [];
    const launch = (): Promise<{ run: string; ok: true }> =>
      new Promise((resolve) => ends.push(() => resolve({ run: "r", ok: true })));
    const scheduler = schedulerOf(same, launch);
    for (let count = 0; count < 30; count += 1) scheduler.put(daily(`s${count}`), true);
    storage.sql.exec("UPDATE schedule SET next_at = 1");
    scheduler.wake(Date.now());
    expect(ends).toHaveLength(20);
    const waiting = scheduler.list().find(({ runningSince }) => runningSince === undefined)?.name ?? "";
    expect(scheduler.trigger(waiting, FULL_ACCESS)?.problem).toContain("20 schedules run already");
    // There is nothing to wake up for until one ends.
    expect(read.alarm).toBeGreaterThan(Date.now() + 1_000);
    ends[0]?.();
    await expect.poll(() => read.alarm).toBe(1);
    scheduler.wake(Date.now());
    expect(ends).toHaveLength(21);
  });
});

it("runs once what an alarm that comes twice says is due, and again only at its next time, wherever the clock goes", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-clock"), async (_gateway, { storage }) => {
    let runs = 0;
    const launch = () => Promise.resolve({ run: `r${(runs += 1)}`, ok: true });
    const scheduler = schedulerOf(watched(storage).storage, launch);
    scheduler.put(daily("s"), true);
    const due = scheduler.get("s")?.nextAt ?? 0;
    // By the clock of the alarm it is time; by the one that the end is seen on, not for hours.
    scheduler.wake(due);
    scheduler.wake(due);
    await expect.poll(() => scheduler.get("s")?.runs).toBe(1);
    expect(scheduler.get("s")).toMatchObject({ nextAt: due + 86_400_000, skipped: 0 });
    scheduler.wake(due);
    expect(runs).toBe(1);
  });
});

it("a schedule that fails ends where its end_date comes during the wait, and waits where it comes later", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-failed"), async (_gateway, { storage }) => {
    let runs = 0;
    const launch = () => Promise.resolve({ run: `r${(runs += 1)}`, ok: false });
    const scheduler = schedulerOf(watched(storage).storage, launch);
    const timing = { kind: "every", ms: 10_000, anchor: 0 } as const;
    const endsAt = Date.now() + 30_000;
    scheduler.put({ ...daily("ends"), timing, endsAt }, true);
    scheduler.put({ ...daily("waits"), timing, endsAt: endsAt + 86_400_000 }, true);
    scheduler.wake(scheduler.get("ends")?.nextAt ?? 0);
    await expect.poll(() => scheduler.list().map((one) => one.runs)).toStrictEqual([1, 1]);
    expect(scheduler.get("waits")?.nextAt).toBeGreaterThan(Date.now() + 50_000);
    scheduler.remove("waits", FULL_ACCESS);
    const { nextAt, isActive, reason } = scheduler.get("ends") ?? {};
    expect([nextAt, isActive, reason]).toStrictEqual([
      undefined,
      false,
      expect.stringContaining("end_date was reached"),
    ]);
    scheduler.wake(endsAt + 10_000_000);
    expect(runs).toBe(2);
  });
});

it.each([
  { what: "at its end_date with an alarm a little late", late: 5_000, next: 0, want: 1 },
  { what: "long before the alarm, and its end_date, too", late: 3_600_000, next: -1_000, want: 0 },
  { what: "after its end_date, as was stored before", late: 120_000, next: 100_000, want: 0 },
])("starts $want runs of a schedule that is due $what", async ({ late, next, want }) => {
  await runInDurableObject(env.GATEWAY.getByName(`scheduler-late-${late}`), async (_gateway, { storage }) => {
    let runs = 0;
    const launch = () => Promise.resolve({ run: `r${(runs += 1)}`, ok: true });
    const scheduler = schedulerOf(watched(storage).storage, launch);
    const endsAt = Date.now() + 3 * 86_400_000;
    scheduler.put({ ...daily("s"), endsAt }, true);
    storage.sql.exec("UPDATE schedule SET next_at = ?", endsAt + next);
    scheduler.wake(endsAt + late);
    expect(runs).toBe(want);
    expect(scheduler.get("s")?.nextAt).toBeUndefined();
    expect(scheduler.get("s")?.isActive).toBe(want === 1);
  });
});

it("one whose run waited for a person until after its end_date is not started again", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-waited"), async (_gateway, { storage }) => {
    let end: RunEnd | undefined;
    let runs = 0;
    const launch = () => Promise.resolve({ run: `r${(runs += 1)}`, ok: true });
    const scheduler = schedulerOf(watched(storage).storage, launch, () => end);
    scheduler.put({ ...daily("s"), endsAt: Date.now() + 86_400_000 * 2 }, true);
    scheduler.wake(scheduler.get("s")?.nextAt ?? 0);
    await expect.poll(() => scheduler.get("s")?.waitingRun).toBe("r1");
    storage.sql.exec(`UPDATE schedule SET next_at = 1, definition = json_set(definition, '$.endsAt', 2)`);
    end = { run: "r1", ok: true };
    scheduler.runOver("r1");
    expect(scheduler.get("s")).toMatchObject({ isActive: false, runs: 1 });
    scheduler.wake(Date.now());
    expect(runs).toBe(1);
  });
});

it("one that is due begins when the run of a schedule ends that was removed meanwhile", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-removed"), async (_gateway, { storage }) => {
    const { read, storage: same } = watched(storage);
    const ends: (() => void)[] = [];
    const launch = (): Promise<{ run: string; ok: true }> =>
      new Promise((resolve) => ends.push(() => resolve({ run: "r", ok: true })));
    const scheduler = schedulerOf(same, launch);
    for (let count = 0; count < 21; count += 1) scheduler.put(daily(`s${count}`), true);
    storage.sql.exec("UPDATE schedule SET next_at = 1");
    scheduler.wake(Date.now());
    for (const { name, runningSince } of scheduler.list()) {
      if (runningSince !== undefined) scheduler.remove(name, FULL_ACCESS);
    }
    expect(read.alarm).toBeGreaterThan(Date.now());
    ends[0]?.();
    await expect.poll(() => read.alarm).toBe(1);
  });
});

it("narrowed credentials replace nothing that cannot be read: nobody knows how far it reached", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-unreadable"), (_gateway, { storage }) => {
    const never = () => new Promise<never>(() => undefined);
    const scheduler = schedulerOf(watched(storage).storage, never);
    scheduler.put(daily("report"), true);
    storage.sql.exec("UPDATE schedule SET definition = '{'");
    const { owner, ...schedule } = daily("report");
    const narrowed = { ...schedule, owner: { ...owner, access: { servers: ["notes"], level: "read" } } } as const;
    expect(scheduler.put(narrowed, true)?.reason).toBe("wider");
    expect(scheduler.put(daily("report"), true)).toBeUndefined();
    expect(scheduler.get("report")?.request).toStrictEqual({ code: "1" });
  });
});

it("keeps no more than can be listed", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-size"), (_gateway, { storage }) => {
    const scheduler = schedulerOf(watched(storage).storage, () => Promise.reject(new Error("none")));
    const long = "x".repeat(599_000);
    for (let count = 0; count < 13; count += 1) expect(scheduler.put(daily(`s${count}`, long), true)).toBeUndefined();
    expect(scheduler.put(daily("more", long), true)?.problem).toContain("characters");
    expect(scheduler.put(daily("s3", long), true)).toBeUndefined();
  });
});

/** Runs that end when the test says so. */
function launcher() {
  const started: { readonly name: string; readonly trigger: Trigger; end(isOk?: boolean): void }[] = [];
  const launch = ({ name }: NewSchedule, trigger: Trigger): Promise<RunEnd> =>
    new Promise((resolve) => {
      started.push({ name, trigger, end: (ok = true) => resolve({ run: "r", ok }) });
    });
  return { started, launch };
}

it("schedules that start each other come to an end", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-chain"), async (_gateway, { storage }) => {
    const { started, launch } = launcher();
    const scheduler = schedulerOf(watched(storage).storage, launch);
    for (const name of ["a", "b"]) scheduler.put(daily(name), true);
    expect(scheduler.trigger("a", FULL_ACCESS)).toBeUndefined();
    let refusal: Refusal | undefined;
    while (refusal === undefined && started.length < 50) {
      const last = started.at(-1);
      if (last === undefined) throw new Error("nothing was started");
      refusal = scheduler.trigger(last.name === "a" ? "b" : "a", FULL_ACCESS, { from: last.trigger });
      last.end();
      await expect.poll(() => scheduler.get(last.name)?.runningSince).toBeUndefined();
    }
    expect(refusal).toMatchObject({ reason: "conflict", problem: expect.stringContaining("chain") });
    expect(started.map(({ trigger }) => trigger.depth)).toStrictEqual([0, 1, 2, 3, 4, 5]);
  });
});

it("the run of a schedule sets no single time of the next minute; a person does", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-once"), (_gateway, { storage }) => {
    const scheduler = schedulerOf(watched(storage).storage, launcher().launch);
    const once = (name: string, ms: number): NewSchedule => ({
      ...daily(name),
      timing: { kind: "once", at: Date.now() + ms, timeZone: "UTC" },
    });
    expect(scheduler.put(once("soon", 2_000), true, { depth: 0 })).toMatchObject({ reason: "conflict" });
    expect(scheduler.put(once("later", 70_000), true, { depth: 0 })).toBeUndefined();
    expect(scheduler.put(once("asked", 2_000), true)).toBeUndefined();
  });
});

it("a single time that found no place is tried again", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-capacity"), async (_gateway, { storage }) => {
    const { read, storage: same } = watched(storage);
    const full = { run: "", ok: false, code: "CAPACITY", isTurnedAway: true };
    const scheduler = schedulerOf(same, () => Promise.resolve(full));
    const at = Date.now() + 1_000;
    scheduler.put({ ...daily("single"), timing: { kind: "once", at, timeZone: "UTC" } }, true);
    scheduler.wake(at);
    await expect.poll(() => scheduler.get("single")).toMatchObject({ isActive: true, failures: 1 });
    expect(read.alarm).toBeGreaterThan(at);
  });
});

const SINGLE = { timing: { kind: "once", at: Date.now() + 3_600_000, timeZone: "UTC" } } as const;

it.each([
  { what: "a single time that found no place", differs: SINGLE, isLost: false },
  { what: "the only run that found no place", differs: { maxRuns: 1 }, isLost: false },
  { what: "a single time whose Worker failed", differs: SINGLE, isLost: true },
  { what: "the only run whose Worker failed", differs: { maxRuns: 1 }, isLost: true },
])("$what is repeated, and counted when it has ended", async ({ what, differs, isLost }) => {
  await runInDurableObject(env.GATEWAY.getByName(`scheduler-again ${what}`), async (_gateway, { storage }) => {
    const full = { run: "", ok: false, code: "CAPACITY", message: "Full.", isTurnedAway: true };
    const fails = () => (isLost ? Promise.reject(new Error("lost")) : Promise.resolve(full));
    let launch: SchedulerOptions["launch"] = fails;
    const scheduler = schedulerOf(watched(storage).storage, (schedule, trigger) => launch(schedule, trigger));
    scheduler.put({ ...daily("only"), ...differs }, true);
    scheduler.wake(scheduler.get("only")?.nextAt ?? 0);
    const repeated = {
      isActive: true,
      runs: 0,
      failures: 1,
      last: { message: expect.stringMatching(/ The run is repeated\.$/) },
    };
    await expect.poll(() => scheduler.get("only")).toMatchObject(repeated);
    expect(scheduler.get("only")?.nextAt).toBeLessThan(Date.now() + 61_000);
    launch = () => Promise.resolve({ run: "r", ok: true });
    scheduler.wake(Date.now() + 61_000);
    await expect.poll(() => scheduler.get("only")).toMatchObject({ isActive: false, runs: 1, last: { run: "r" } });
  });
});

it("a run that a person has started and that failed to begin is not repeated before its time", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-started-by-person"), async (_gateway, { storage }) => {
    const scheduler = schedulerOf(watched(storage).storage, () => Promise.reject(new Error("lost")));
    scheduler.put(daily("s"), true);
    const next = scheduler.get("s")?.nextAt;
    expect(scheduler.trigger("s", FULL_ACCESS)).toBeUndefined();
    await expect.poll(() => scheduler.get("s")).toMatchObject({ failures: 1, nextAt: next });
  });
});

it("a run that a restart cut off goes on by itself where it can, and says so where it is not repeated", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-cut-off"), (_gateway, { storage }) => {
    const { storage: same } = watched(storage);
    const before = schedulerOf(same, () => new Promise(() => undefined));
    for (const name of ["goes on", "is repeated", "is paused"]) {
      before.put(daily(name), true);
      before.trigger(name, FULL_ACCESS);
    }
    before.setActive("is paused", false, FULL_ACCESS);
    const stored = () => new Map([["goes on", "r_1"]]);
    const scheduler = schedulerOf(
      same,
      () => new Promise(() => undefined),
      () => undefined,
      stored,
    );
    expect(scheduler.get("goes on")).toMatchObject({ waitingRun: "r_1", runs: 0, failures: 0 });
    expect(scheduler.get("is repeated")).toMatchObject({ runs: 0, failures: 1 });
    expect(scheduler.get("is repeated")?.last?.message).toMatch(/interrupted the run\. The run is repeated\.$/);
    expect(scheduler.get("is paused")).toMatchObject({ runs: 1 });
    expect(scheduler.get("is paused")?.last?.message).toMatch(/not repeated, because the schedule is paused\.$/);
  });
});

it.each([{ differs: { maxRuns: 1 } }, { differs: SINGLE }])(
  "a run that a person has started and that found no place leaves $differs due as it was",
  async ({ differs }) => {
    await runInDurableObject(
      env.GATEWAY.getByName(`scheduler-full ${JSON.stringify(differs)}`),
      async (_, { storage }) => {
        const full = { run: "", ok: false, code: "CAPACITY", isTurnedAway: true };
        const scheduler = schedulerOf(watched(storage).storage, () => Promise.resolve(full));
        scheduler.put({ ...daily("s"), ...differs }, true);
        const next = scheduler.get("s")?.nextAt;
        scheduler.trigger("s", FULL_ACCESS);
        await expect
          .poll(() => scheduler.get("s"))
          .toMatchObject({ isActive: true, runs: 0, failures: 1, nextAt: next });
      },
    );
  },
);

it("a run whose Worker is lost again and again is repeated five times before its next time", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-lost-again"), async (_gateway, { storage }) => {
    const scheduler = schedulerOf(watched(storage).storage, () => Promise.reject(new Error("lost")));
    scheduler.put(daily("s"), true);
    const next = scheduler.get("s")?.nextAt ?? 0;
    for (let failures = 1; failures <= 6; failures += 1) {
      expect(scheduler.get("s")).toMatchObject({ runs: 0 });
      storage.sql.exec("UPDATE schedule SET next_at = ?", next);
      scheduler.wake(next);
      await expect.poll(() => scheduler.get("s")).toMatchObject({ failures });
    }
    expect(scheduler.get("s")).toMatchObject({ runs: 1, nextAt: next + 86_400_000 });
    expect(scheduler.get("s")?.last?.message).toMatch(/not repeated before the schedule's next time\.$/);
  });
});

it("a restart starts no run beside the one of a schedule that was replaced", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-replaced-cut"), (_gateway, { storage }) => {
    const { storage: same } = watched(storage);
    const before = schedulerOf(same, () => new Promise(() => undefined));
    before.put(daily("s"), true);
    before.trigger("s", FULL_ACCESS);
    before.put(daily("s", "2"), true);
    let end: RunEnd | undefined;
    const { launch, started } = launcher();
    const scheduler = schedulerOf(
      same,
      launch,
      () => end,
      () => new Map([["s", "r_1"]]),
    );
    expect(scheduler.trigger("s", FULL_ACCESS)).toMatchObject({ reason: "conflict" });
    end = { run: "r_1", ok: true };
    scheduler.runOver("r_1");
    expect(scheduler.get("s")).toMatchObject({ runs: 0 });
    expect(scheduler.trigger("s", FULL_ACCESS)).toBeUndefined();
    expect(started).toHaveLength(1);
  });
});

it("a run that plans its successor and is lost leaves that one as it is", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-successor"), async (_gateway, { storage }) => {
    let fail = (): void => undefined;
    const launch = () => new Promise<never>((_resolve, reject) => (fail = () => reject(new Error("lost"))));
    const scheduler = schedulerOf(watched(storage).storage, launch);
    scheduler.put({ ...daily("s"), ...SINGLE, maxRuns: 1 }, true);
    storage.sql.exec("UPDATE schedule SET created_at = 1, next_at = 1");
    scheduler.wake(Date.now());
    storage.sql.exec("UPDATE schedule SET running_since = 2");
    scheduler.put({ ...daily("s"), ...SINGLE, maxRuns: 1 }, true, { depth: 0 });
    const next = scheduler.get("s")?.nextAt;
    fail();
    const left = { isActive: true, runs: 0, failures: 1, nextAt: next };
    await expect.poll(() => scheduler.get("s")).toMatchObject(left);
    expect(scheduler.get("s")?.runningSince).toBeUndefined();
  });
});

it("a run that replaces its own schedule neither shortens its wait after failures nor loses its end", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-replaces-itself"), async (_gateway, { storage }) => {
    const { started, launch } = launcher();
    const scheduler = schedulerOf(watched(storage).storage, launch);
    scheduler.put(daily("s"), true);
    for (const failures of [1, 2]) {
      scheduler.trigger("s", FULL_ACCESS);
      if (failures === 2)
        scheduler.put({ ...daily("s"), timing: { kind: "every", ms: 1_000, anchor: 0 } }, true, { depth: 0 });
      started.at(-1)?.end(false);
      await expect.poll(() => scheduler.get("s")?.failures).toBe(failures);
    }
    expect(scheduler.get("s")?.nextAt).toBeGreaterThan(Date.now() + 100_000);
  });
});

it("a single time whose run has begun is not repeated, also where a call of it found no room", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-call-capacity"), async (_gateway, { storage }) => {
    const begun = { run: "r_1", ok: false, code: "CAPACITY" };
    const scheduler = schedulerOf(storage, () => Promise.resolve(begun));
    const at = Date.now() + 1_000;
    scheduler.put({ ...daily("acted"), timing: { kind: "once", at, timeZone: "UTC" } }, true);
    scheduler.wake(at);
    await expect.poll(() => scheduler.get("acted")).toMatchObject({ isActive: false, last: { code: "CAPACITY" } });
  });
});

it("the run of a schedule starts, resumes and replaces none that is paused; a person does", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-paused"), (_gateway, { storage }) => {
    const { started, launch } = launcher();
    const scheduler = schedulerOf(watched(storage).storage, launch);
    scheduler.put(daily("paused"), true);
    scheduler.setActive("paused", false, FULL_ACCESS);
    const from = { depth: 0 };
    const says = { reason: "conflict", problem: expect.stringContaining("paused") };
    expect(scheduler.trigger("paused", FULL_ACCESS, { from })).toMatchObject(says);
    expect(scheduler.put(daily("paused"), true, from)).toMatchObject(says);
    expect(scheduler.setActive("paused", true, FULL_ACCESS, from)).toMatchObject({ reason: "conflict" });
    expect(scheduler.get("paused")).toMatchObject({ isActive: false });
    expect(scheduler.setActive("paused", false, FULL_ACCESS, from)).toBeUndefined();
    expect(started).toHaveLength(0);
    expect(scheduler.trigger("paused", FULL_ACCESS)).toBeUndefined();
    expect(scheduler.setActive("paused", true, FULL_ACCESS)).toBeUndefined();
    expect(started).toHaveLength(1);
  });
});

it("one that failed waits, also for the run of another schedule; a person starts it", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-failed"), async (_gateway, { storage }) => {
    const { started, launch } = launcher();
    const scheduler = schedulerOf(watched(storage).storage, launch);
    scheduler.put(daily("fails"), true);
    scheduler.trigger("fails", FULL_ACCESS);
    started[0]?.end(false);
    await expect.poll(() => scheduler.get("fails")?.failures).toBe(1);
    const refusal = scheduler.trigger("fails", FULL_ACCESS, { from: { depth: 0 } });
    expect(refusal).toMatchObject({ reason: "conflict", problem: expect.stringContaining("failed 1 times") });
    expect(scheduler.trigger("fails", FULL_ACCESS)).toBeUndefined();
  });
});

it("no more are started within a minute than may be, whoever asks", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-often"), async (_gateway, { storage }) => {
    const { started, launch } = launcher();
    const scheduler = schedulerOf(watched(storage).storage, launch);
    scheduler.put(daily("often"), true);
    let refusal: Refusal | undefined;
    while (refusal === undefined && started.length < 1_000) {
      refusal = scheduler.trigger("often", FULL_ACCESS);
      started.at(-1)?.end();
      await expect.poll(() => scheduler.get("often")?.runningSince).toBeUndefined();
    }
    expect(refusal).toMatchObject({ reason: "limited", problem: expect.stringMatching(/within a minute/) });
    expect(started).toHaveLength(60);
  });
});

it("a run is held to the limits of the schedule and of whoever triggers it, whichever are less", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-limits"), (_gateway, { storage }) => {
    const { started, launch } = launcher();
    const scheduler = schedulerOf(watched(storage).storage, launch);
    scheduler.put({ ...daily("bound"), atMost: { timeout_ms: 500, cpu_ms: 100 } }, true);
    scheduler.trigger("bound", FULL_ACCESS, { atMost: { timeout_ms: 1_000, cpu_ms: 50, max_parallel: 2 } });
    expect(started[0]?.trigger.atMost).toStrictEqual({ timeout_ms: 500, cpu_ms: 50, max_parallel: 2 });
  });
});

it("starts no run beside one that waits for a person, and notes how it ended", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-waits"), async (_gateway, { storage }) => {
    const { started, launch } = launcher();
    const ends: RunEnd[] = [];
    const endOf = (): RunEnd | undefined => ends.at(-1);
    const { storage: same } = watched(storage);
    const before = schedulerOf(same, launch, endOf);
    before.put(daily("asks"), true);
    before.trigger("asks", FULL_ACCESS);
    started[0]?.end(false);
    await expect.poll(() => before.get("asks")?.waitingRun).toBe("r");
    expect(before.get("asks")).toMatchObject({ runs: 0, failures: 0 });
    // A restart repeats no run that waits.
    const scheduler = schedulerOf(same, launch, endOf);
    const says = { reason: "conflict", problem: expect.stringContaining("r, waits for a person") as unknown };
    expect(scheduler.trigger("asks", FULL_ACCESS)).toMatchObject(says);
    storage.sql.exec("UPDATE schedule SET next_at = 1");
    scheduler.wake(Date.now());
    expect(scheduler.get("asks")).toMatchObject({ waitingRun: "r", skipped: 1 });
    ends.push({ run: "r", ok: true });
    scheduler.runOver("r");
    const over = scheduler.get("asks");
    expect(over).toMatchObject({ runs: 1, failures: 0, last: { run: "r", ok: true } });
    expect(over?.waitingRun).toBeUndefined();
    expect(started).toHaveLength(1);
  });
});

it("starts a schedule that replaces another after the run of that one, also if it waits for a person", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-replaced"), async (_gateway, { storage }) => {
    const { started, launch } = launcher();
    const ends: RunEnd[] = [];
    const scheduler = schedulerOf(watched(storage).storage, launch, () => ends.at(-1));
    scheduler.put(daily("asks"), true);
    scheduler.trigger("asks", FULL_ACCESS);
    started[0]?.end(false);
    await expect.poll(() => scheduler.get("asks")?.waitingRun).toBe("r");
    scheduler.put(daily("asks"), true);
    expect(scheduler.trigger("asks", FULL_ACCESS)).toMatchObject({ reason: "conflict" });
    ends.push({ run: "r", ok: false });
    scheduler.runOver("r");
    expect(scheduler.get("asks")).toMatchObject({ runs: 0, failures: 0 });
    expect(scheduler.trigger("asks", FULL_ACCESS)).toBeUndefined();
    expect(started).toHaveLength(2);
  });
});

it("a change is applied to what others have written since it was read, and given up when they go on writing", async () => {
  await runInDurableObject(env.GATEWAY.getByName("scheduler-changed"), async (_gateway, { storage }) => {
    const scheduler = schedulerOf(watched(storage).storage, launcher().launch);
    scheduler.put(daily("report"), true);
    /** @param others what they do between reading and writing */
    const changeInput = (input: number, others: () => void): Promise<Refusal | undefined> =>
      changeStored("report", {
        get: (name) => Promise.resolve(scheduler.get(name)),
        change: ({ isActive, request }) => {
          others();
          const schedule = { ...daily("report"), request: { ...request, input } };
          return Promise.resolve({ ok: true, value: { schedule, isActive } });
        },
        put: ({ schedule, isActive }, base) =>
          Promise.resolve(scheduler.put(schedule, isActive, undefined, { by: FULL_ACCESS, base })),
      });
    const pause = (): void => void scheduler.setActive("report", false, FULL_ACCESS);
    expect(await changeInput(1, pause)).toBeUndefined();
    expect(scheduler.get("report")).toMatchObject({ isActive: false, request: { code: "1", input: 1 } });
    let count = 0;
    const replace = (): void => void scheduler.put(daily("report", `${(count += 1)}`), true);
    expect(await changeInput(2, replace)).toMatchObject({ reason: "changed" });
    expect(scheduler.get("report")?.request).toStrictEqual({ code: String(count) });
    const remove = (): void => void scheduler.remove("report", FULL_ACCESS);
    expect(await changeInput(3, remove)).toMatchObject({ reason: "none" });
    expect(scheduler.get("report")).toBeUndefined();
  });
});
