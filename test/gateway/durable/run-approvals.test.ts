/** Approvals in the storage of a real Gateway: each is used once, for the call that it was given for. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { ApprovalDecision, ApprovalFilter, AskedCall, Binding } from "../../../src/approvals/approval.ts";
import { FULL_ACCESS, type Access } from "../../../src/auth/principal.ts";
import { PackageGrants, packageArgs } from "../../../src/gateway/store/package-grant-table.ts";
import { RunApprovals } from "../../../src/gateway/durable/run-approvals.ts";
import { RunInputs } from "../../../src/gateway/durable/run-inputs.ts";
import { SealedAnswers } from "../../../src/gateway/durable/sealed-answers.ts";
import { RunDecisions } from "../../../src/gateway/durable/run-decisions.ts";
import { MAX_WAITING_OF_RUN } from "../../../src/limits/durable-limits.ts";
import { ApprovalTable, FREQUENT_STATEMENTS, pruneApprovals } from "../../../src/gateway/store/approval-table.ts";
import { UpstreamEntryTable } from "../../../src/gateway/store/upstream-entry-table.ts";
import { DurableRunTable } from "../../../src/gateway/store/durable-run-table.ts";
import { createRedact } from "../../../src/ledger/redact.ts";
import type { ApprovalStatus } from "../../../src/runs/durable/call-recorder.ts";
import { RunTable } from "../../../src/gateway/store/run-table.ts";
import { testOpening } from "../../support/run-opening.ts";
import type { DurableRequest } from "../../../src/runs/durable/durable-run.ts";

const RACERS = 1_000;
const EXPIRES_MS = 60_000;
const CALL: Binding = { run: "r_1", place: "2", tool: "github.delete", argsHash: "h", policy: "p", script: "s" };
const sessionless = (): undefined => undefined;
const APPROVE: ApprovalDecision = { decision: "approve", for: "once", by: "key", channel: "rest" };

interface Given {
  readonly approvals: RunApprovals;
  readonly approvalTable: ApprovalTable;
  readonly inputs: RunInputs;
  readonly storage: DurableObjectStorage;
  readonly clock: { now: number };
  /** The hash of the policy in force; undefined while none can be read. */
  readonly inForce: { policy: string | undefined };
  readonly stand: (change?: Partial<AskedCall>, args?: string) => ApprovalStatus;
  /** @param accessOf the access that a run was started with, until it ends @param session that of the client of all runs */
  readonly decisions: (accessOf: (run: string) => Access | undefined, session?: string) => RunDecisions;
}

let made = 0;

async function withApprovals(work: (given: Given) => void | Promise<void>): Promise<void> {
  made += 1;
  await runInDurableObject(env.GATEWAY.getByName(`approvals-${made}`), async (_gateway, { storage }) => {
    const clock = { now: 1_000 };
    const dated = { storage, now: () => clock.now };
    const inForce: Given["inForce"] = { policy: CALL.policy };
    const answers = new SealedAnswers({ owner: "somebody", secrets: "s".repeat(32) });
    const packages = new PackageGrants(dated);
    const policyHash = (): string | undefined => inForce.policy;
    const redact = createRedact(["t0ken-secret"]);
    let accessOfRun = (_run: string): Access | undefined => undefined;
    const approvalTable = new ApprovalTable(storage);
    const approvals = new RunApprovals({
      table: approvalTable,
      now: dated.now,
      expiresMs: () => EXPIRES_MS,
      policyHash,
      accessOf: (run) => accessOfRun(run),
      packages,
      answers,
      redact,
    });
    const inputs = new RunInputs({ table: approvalTable, now: dated.now, waitMs: () => 0, approvals, answers });
    const wish = { number: 2, kind: "rule", server: "github", args: "{}", reason: "why", rule: "/x" } as const;
    const stand = (change: Partial<AskedCall> = {}, args = "{}"): ApprovalStatus => {
      const call = { ...CALL, ...change };
      return approvals.standing(call, { ...wish, tool: call.tool, policy: call.policy, args }, () => undefined);
    };
    const table = new DurableRunTable(storage);
    const decisions: Given["decisions"] = (accessOf, session) => {
      accessOfRun = accessOf;
      const opening = session === undefined ? {} : { session };
      const requestOf = (run: string): DurableRequest | undefined => {
        const access = accessOf(run);
        return access && ({ opening, owner: { access } } as DurableRequest);
      };
      return new RunDecisions({
        approvals,
        approvalTable,
        table,
        requestOf,
        onOutdated: () => undefined,
        onDecided: () => undefined,
        onUnfit: () => undefined,
      });
    };
    await work({ approvals, approvalTable, inForce, inputs, clock, stand, decisions, storage });
  });
}

function idOf(standing: ApprovalStatus): string {
  if (standing.kind !== "waiting") throw new Error(`It is ${standing.kind}.`);
  return standing.id;
}

function consume(standing: ApprovalStatus): boolean {
  if (standing.kind !== "approved") throw new Error(`It is ${standing.kind}.`);
  return standing.consume();
}

it("a list for narrowed credentials has as many approvals as it may, however many others there are", () =>
  withApprovals(({ stand, decisions, clock }) => {
    const narrow: Access = { servers: ["github"], level: "read" };
    const asked = (run: string): string => {
      clock.now += 1;
      return idOf(stand({ run }));
    };
    const own = [asked("r_own_1")];
    for (let count = 0; count < 3; count += 1) asked(`r_wide_${count}`);
    own.push(asked("r_own_2"), asked("r_own_3"));
    for (let count = 3; count < 6; count += 1) asked(`r_wide_${count}`);
    const list = decisions((run) => (run.startsWith("r_own") ? narrow : FULL_ACCESS));
    const ids = (filter: ApprovalFilter, limit: number, access: Access) =>
      list.list(filter, limit, access).map(({ id }) => id);
    expect(ids({ state: "waiting" }, 2, narrow)).toStrictEqual(own.slice(0, 2));
    expect(ids({}, 2, narrow)).toStrictEqual(own.slice(1));
    expect(ids({ run: "r_own_2" }, 2, narrow)).toStrictEqual([own[1]]);
    expect(ids({ run: "r_wide_1" }, 2, narrow)).toStrictEqual([]);
    expect(ids({}, 100, FULL_ACCESS)).toHaveLength(9);
  }));

it("an approval is shown with the script that makes the call, also with a saved one inside the run", () =>
  withApprovals(({ approvals, stand, decisions, storage }) => {
    const table = new DurableRunTable(storage);
    const opening = { code: "await scripts.inner()" };
    const row = { id: "r_1", state: "waiting", credential: null, ticket: "isogate_t" } as const;
    table.insert({ ...row, request: JSON.stringify({ opening, owner: { access: FULL_ACCESS } }) }, 0);
    // A journal can have 16 million characters. A list does not read it, or this row would fail it.
    table.append("r_1", 0, "no JSON text");
    const calledBy = { code: "await github.delete({})", saved: "inner@3" };
    const ids = [stand(), stand({ place: "4/0", calledBy }), stand({ place: "5/1", calledBy })].map(idOf);
    const list = decisions(() => FULL_ACCESS);
    expect(list.get(ids[1] ?? "")).toMatchObject(calledBy);
    expect(list.list({}, 9, FULL_ACCESS).map(({ saved }) => saved)).toEqual([undefined, "inner@3", "inner@3"]);
    const linked = list.ofLink("isogate_t", FULL_ACCESS);
    expect(typeof linked === "object" && linked.approvals).toMatchObject([{ place: "2" }, calledBy, calledBy]);
    approvals.end("r_1");
    expect(list.get(ids[1] ?? "")).toMatchObject({ code: "", saved: "inner@3" });
  }));

it("the code of a saved script is erased with a run that was cut off and is not continued", () =>
  withApprovals(({ stand, decisions, storage }) => {
    const table = new DurableRunTable(storage);
    table.insert({ id: "r_1", state: "cut", credential: null, ticket: "isogate_t", request: "{}" }, 0);
    const id = idOf(stand({ place: "4/0", calledBy: { code: "await github.delete({})", saved: "inner@3" } }));
    table.dropCutBefore(1);
    expect(decisions(() => FULL_ACCESS).get(id)).toMatchObject({ code: "", saved: "inner@3" });
  }));

describe("an approval", () => {
  it(`is used by one of ${RACERS} at once`, () =>
    withApprovals(async ({ approvals, stand }) => {
      await approvals.decide(idOf(stand()), APPROVE, sessionless);
      const standings = Array.from({ length: RACERS }, () => stand());
      const used = await Promise.all(standings.map(async (standing) => (await Promise.resolve(), consume(standing))));
      expect(used.filter(Boolean)).toHaveLength(1);
      // The next one is asked for again.
      expect(stand().kind).toBe("waiting");
    }));

  it(`is decided by one of ${RACERS} at once`, () =>
    withApprovals(async ({ approvals, stand }) => {
      const id = idOf(stand());
      const answers = await Promise.all(
        Array.from(
          { length: RACERS },
          async (_, n) =>
            await approvals.decide(id, { ...APPROVE, decision: n % 2 === 0 ? "approve" : "deny" }, sessionless),
        ),
      );
      expect(answers.filter((answer) => answer?.decided.ok)).toHaveLength(1);
    }));

  it.each(["approve", "deny"] as const)("is void and takes no %s once the policy has changed", (decision) =>
    withApprovals(async ({ approvals, inForce, stand }) => {
      const id = idOf(stand());
      inForce.policy = "p2";
      const answer = await approvals.decide(id, { ...APPROVE, decision }, sessionless);
      expect(answer).toStrictEqual({ decided: { ok: false, why: "changed" }, all: [] });
      expect(approvals.get(id)?.state).toBe("void");
      const next = idOf(stand({ policy: "p2" }));
      expect(await approvals.decide(next, { ...APPROVE, decision }, sessionless)).toMatchObject({
        decided: { ok: true },
      });
    }),
  );

  it("is decided while no policy can be read", () =>
    withApprovals(async ({ approvals, inForce, stand }) => {
      const id = idOf(stand());
      inForce.policy = undefined;
      expect(await approvals.decide(id, APPROVE, sessionless)).toMatchObject({ decided: { ok: true } });
    }));

  it.each<Partial<Binding>>([
    { run: "r_2" },
    { place: "3" },
    { tool: "github.delete_all" },
    { argsHash: "other" },
    { policy: "other" },
    { script: "other" },
  ])("is none for another call: %o", (change) =>
    withApprovals(async ({ approvals, stand }) => {
      const id = idOf(stand());
      await approvals.decide(id, APPROVE, sessionless);
      const other = idOf(stand(change));
      expect(other).not.toBe(id);
      expect(approvals.get(other)?.state).toBe("waiting");
    }),
  );

  it("is worth nothing after it has lapsed, nor after its run", () =>
    withApprovals(async ({ approvals, stand, clock }) => {
      await approvals.decide(idOf(stand()), APPROVE, sessionless);
      const late = stand();
      clock.now += EXPIRES_MS;
      expect(consume(late)).toBe(false);
      const unheard = idOf(stand({ place: "9" }));
      clock.now += EXPIRES_MS;
      expect(await approvals.decide(unheard, APPROVE, sessionless)).toMatchObject({
        decided: { ok: false, why: "expired" },
      });
      const ended = stand({ place: "10" });
      approvals.end(CALL.run);
      expect(await approvals.decide(idOf(ended), APPROVE, sessionless)).toMatchObject({
        decided: { ok: false, why: "void" },
      });
    }));

  it.each(["used", "denied", "expired", "void"] as const)(
    "keeps no secret in its arguments and in a person's words once it is %s, and shows the arguments before",
    (state) =>
      withApprovals(async ({ approvals, approvalTable, stand, clock, storage }) => {
        const args = JSON.stringify({ header: "Bearer t0ken-secret", password: "hunter22", odd: "\tt0ken-secret" });
        const id = idOf(stand({}, args));
        expect(approvals.get(id)).toMatchObject({ args });
        const comment = "not with t0ken-secret";
        const reach = {
          used: async () => {
            await approvals.decide(id, { ...APPROVE, comment }, sessionless);
            consume(stand({}, args));
          },
          denied: () => approvals.decide(id, { ...APPROVE, decision: "deny", comment }, sessionless),
          expired: () => approvalTable.expire((clock.now += EXPIRES_MS)),
          void: () => approvals.end(CALL.run),
        };
        await reach[state]();
        const kept = approvals.get(id);
        expect(kept).toMatchObject({ state });
        expect(JSON.parse(kept?.args ?? "")).toMatchObject({ header: "Bearer [redacted]", password: "[redacted]" });
        const rows = JSON.stringify(storage.sql.exec("SELECT * FROM approval").toArray());
        expect(rows).not.toMatch(/t0ken-secret|hunter22/);
      }),
  );

  it.each(["approve", "deny"] as const)("takes an empty content as none: %s", (decision) =>
    withApprovals(async ({ approvals, stand }) => {
      const id = idOf(stand());
      expect(await approvals.decide(id, { ...APPROVE, decision, content: {} }, sessionless)).toMatchObject({
        decided: { ok: true },
      });
      const other = idOf(stand({ place: "3" }));
      const decided = await approvals.decide(other, { ...APPROVE, content: { a: 1 } }, sessionless);
      expect(decided).toMatchObject({ decided: { ok: false, why: "invalid" } });
    }),
  );

  it("keeps arguments as JSON where redaction breaks it, and no half of a secret where a long one is cut", () =>
    withApprovals(({ approvals, stand }) => {
      // In JSON, a tab and the rest of the secret are spelled like the secret after a backslash.
      const broken = idOf(stand({ place: "1" }, '{"text":"\\t0ken-secret"}'));
      const length = 20_000;
      const secrets = "t0ken-secret".repeat(length);
      const long = idOf(stand({ place: "2" }, JSON.stringify({ text: secrets })));
      approvals.end(CALL.run);
      expect(JSON.parse(approvals.get(broken)?.args ?? "")).toStrictEqual({ "…": '{"text":"\\[redacted]"}' });
      const { text } = JSON.parse(approvals.get(long)?.args ?? "") as { readonly text: string };
      expect(text).toContain("characters are not shown");
      expect(text).not.toMatch(/t0k|cret/);
    }));

  it("is kept no longer than its run and than runs are kept, unless a grant or a run goes by it", () =>
    withApprovals(async ({ approvals, stand, clock, storage }) => {
      const decided = async (run: string, what: ApprovalDecision["for"] = "once"): Promise<string> => {
        const id = idOf(stand({ run, tool: run }));
        await approvals.decide(id, { ...APPROVE, for: what }, sessionless);
        expect(consume(stand({ run, tool: run }))).toBe(true);
        return id;
      };
      const going = testOpening();
      new RunTable(storage).insert(going);
      const [granted] = [await decided("r_granted", { minutes: 60 }), await decided("r_old")];
      const ofGoing = await decided(going.id);
      const waiting = idOf(stand({ run: "r_waits" }));
      clock.now += 10;
      const [, kept] = [await decided("r_gone"), await decided("r_kept")];
      pruneApprovals(storage.sql, clock.now, clock.now, '["r_gone"]');
      const all = approvals.list({}, 100).map(({ id }) => id);
      expect(new Set(all)).toStrictEqual(new Set([granted, ofGoing, waiting, kept]));
      clock.now += 60 * 60_000;
      pruneApprovals(storage.sql, clock.now, clock.now, "[]");
      expect(new Set(approvals.list({}, 100).map(({ id }) => id))).toStrictEqual(new Set([ofGoing, waiting]));
    }));

  it("for minutes holds for other runs, until they have passed, and under the same policy", () =>
    withApprovals(async ({ approvals, stand, clock }) => {
      await approvals.decide(idOf(stand()), { ...APPROVE, for: { minutes: 1 } }, sessionless);
      expect(consume(stand({ run: "r_2", argsHash: "other" }))).toBe(true);
      expect(stand({ run: "r_2", policy: "other", place: "7" }).kind).toBe("waiting");
      clock.now += 60_000;
      expect(stand({ run: "r_3" }).kind).toBe("waiting");
    }));

  it("for minutes is listed while it holds, and can be withdrawn", () =>
    withApprovals(async ({ approvals, stand, clock, decisions }) => {
      const minutes = { ...APPROVE, for: { minutes: 1 } };
      const once = idOf(stand({ place: "5", argsHash: "once" }));
      await approvals.decide(once, APPROVE, sessionless);
      const id = idOf(stand());
      await approvals.decide(id, minutes, sessionless);
      const lasting = () => approvals.list({ state: "lasting" }, 10).map((one) => [one.id, one.lastsUntil]);
      expect(lasting()).toEqual([[id, clock.now + 60_000]]);
      const taken = decisions(() => FULL_ACCESS);
      expect(taken.withdraw(id, { servers: ["github"], level: "destructive" })).toBe("wider");
      expect(taken.withdraw(once, FULL_ACCESS)).toBe("none");
      expect(taken.withdraw(id, FULL_ACCESS)).toBe("withdrawn");
      expect(taken.withdraw(id, FULL_ACCESS)).toBe("none");
      expect(lasting()).toEqual([]);
      const next = stand({ run: "r_2", argsHash: "other" });
      expect(next.kind).toBe("waiting");
      await approvals.decide(idOf(next), minutes, sessionless);
      clock.now += 60_000;
      expect(lasting()).toEqual([]);
      expect(taken.withdraw(idOf(next), FULL_ACCESS)).toBe("none");
    }));

  it("for minutes does not hold for another upstream of the same name", () =>
    withApprovals(async ({ approvals, stand, storage }) => {
      const entries = new UpstreamEntryTable(storage);
      const lasting = () => approvals.list({ state: "lasting" }, 10).length;
      await approvals.decide(idOf(stand()), { ...APPROVE, for: { minutes: 1 } }, sessionless);
      entries.note("github", "one");
      const asked = stand({ run: "r_2" });
      expect([asked.kind, lasting()]).toStrictEqual(["waiting", 0]);
      await approvals.decide(idOf(asked), { ...APPROVE, for: { minutes: 1 } }, sessionless);
      expect([stand({ run: "r_3" }).kind, lasting()]).toStrictEqual(["approved", 1]);
      entries.note("github", "other");
      expect([stand({ run: "r_4" }).kind, lasting()]).toStrictEqual(["waiting", 0]);
      entries.note("github", "one");
      expect(stand({ run: "r_5" }).kind).toBe("approved");
    }));

  it("is asked for again where its upstream has become another one, whatever a person said of the former", () =>
    withApprovals(async ({ approvals, stand, storage }) => {
      const entries = new UpstreamEntryTable(storage);
      entries.note("github", "one");
      const [waits, isDecided] = [idOf(stand()), idOf(stand({ place: "3" }))];
      await approvals.decide(isDecided, APPROVE, sessionless);
      const late = stand({ place: "3" });
      entries.note("github", "other");
      expect((await approvals.decide(waits, APPROVE, sessionless))?.decided).toMatchObject({
        ok: false,
        why: "changed",
      });
      expect(consume(late)).toBe(false);
      const next = [idOf(stand()), idOf(stand({ place: "3" }))];
      expect([waits, isDecided].map((id) => approvals.get(id)?.state)).toStrictEqual(["void", "void"]);
      expect(approvals.formerAt(CALL.run, "3", next[1] ?? "")).toStrictEqual([isDecided]);
      for (const id of next) await approvals.decide(id, APPROVE, sessionless);
      expect([consume(stand()), consume(stand({ place: "3" }))]).toStrictEqual([true, true]);
    }));

  it("is void when its call failed before, whatever upstream has the name by then", () =>
    withApprovals(({ approvals, stand, storage }) => {
      const entries = new UpstreamEntryTable(storage);
      entries.note("github", "one");
      const id = idOf(stand());
      entries.note("github", "other");
      expect(approvals.endAt(CALL.run, CALL.place)).toStrictEqual([id]);
      expect(approvals.get(id)?.state).toBe("void");
    }));

  it("for minutes is used by its own call, as the record says", () =>
    withApprovals(async ({ approvals, stand }) => {
      const id = idOf(stand());
      await approvals.decide(id, { ...APPROVE, for: { minutes: 1 } }, sessionless);
      expect(consume(stand())).toBe(true);
      expect(approvals.get(id)?.state).toBe("used");
    }));

  it.each<ApprovalDecision["for"]>([{ minutes: 60 }, "run"])(
    "for %o ends with the key that gave it, however many were requested after it",
    (what) =>
      withApprovals(async ({ approvals, approvalTable, stand, clock, storage }) => {
        const id = idOf(stand());
        await approvals.decide(id, { ...APPROVE, for: what, by: "key A" }, sessionless);
        expect(consume(stand())).toBe(true);
        storage.sql.exec(
          `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
             INSERT INTO approval (id, run, place, server, tool, args_hash, policy, script, kind, state, args, reason, rule, requested_at, expires_at)
             SELECT 'of key B ' || i, 'r_b', i, '', '', '', '', '', 'rule', 'void', '', '', '', ?, 99999 FROM n`,
          clock.now + 1,
        );
        clock.now += 2;
        expect(stand({ place: "3" }).kind).toBe("approved");
        expect(stand({ tool: "other", place: "4" }).kind).toBe("waiting");
        expect(approvals.list({ state: "void" }, 10_000)).toHaveLength(2_000);
        const lasting = approvals.list({ state: "lasting" }, 10).map((one) => one.id);
        expect(lasting).toEqual(what === "run" ? [] : [id]);
        approvalTable.withdrawAllBy("key A");
        expect(stand({ place: "5" }).kind).toBe("waiting");
      }),
  );

  it.each(["session", "always"] as const)(
    "of a package for %s is not given by a restricted key: it would count for the runs of other keys",
    (what) =>
      withApprovals(async ({ approvals, decisions }) => {
        const narrow: Access = { servers: ["github"], level: "read" };
        const taken = decisions((run) => (run === "r_1" ? narrow : FULL_ACCESS), "of the client");
        const args = packageArgs({ name: "lodash", version: "4", sha256: "h" });
        const asked = { kind: "package", server: "package", tool: "lodash@4", args, reason: "", rule: "" } as const;
        const [own, others] = ["r_1", "r_2"].map((run) => {
          const call = { ...CALL, run, tool: "lodash@4" };
          return idOf(approvals.ask(call, { ...asked, policy: CALL.policy }, () => undefined));
        }) as [string, string];
        expect(await taken.decide(own, { ...APPROVE, for: what }, narrow)).toBe("wider");
        expect(taken.get(others)).toMatchObject({ state: "waiting" });
        expect(await taken.decide(own, { ...APPROVE, for: "run" }, narrow)).toMatchObject({ ok: true });
        expect(taken.get(others)).toMatchObject({ state: "waiting" });
        expect(await taken.decide(others, { ...APPROVE, for: what }, FULL_ACCESS)).toMatchObject({ ok: true });
      }),
  );

  it("for minutes is not given by a restricted key: it would count for the runs of other keys", () =>
    withApprovals(async ({ approvals, stand, decisions }) => {
      const narrow: Access = { servers: ["github"], level: "destructive" };
      const others = idOf(stand({ run: "r_2", argsHash: "other" }));
      const own = idOf(stand());
      const taken = decisions((run) => (run === "r_2" ? FULL_ACCESS : narrow));
      expect(await taken.decide(others, APPROVE, narrow)).toBe("wider");
      expect(await taken.decide(own, { ...APPROVE, for: { minutes: 1 } }, narrow)).toBe("wider");
      expect(await taken.decide(own, { ...APPROVE, for: "run" }, narrow)).toEqual({ ok: true, state: "approved" });
      expect(approvals.get(others)?.state).toBe("waiting");
    }));

  it("is shown to no restricted key whose access is less than that of the run, also after the run has ended", () =>
    withApprovals(async ({ approvals, stand, decisions }) => {
      const narrow: Access = { servers: ["github"], level: "read" };
      // This run asked for approval when the access of runs was not stored yet.
      const unknown = idOf(stand({ run: "r_0" }));
      const running = new Map([
        ["r_1", narrow],
        ["r_2", FULL_ACCESS],
      ]);
      const taken = decisions((run) => running.get(run));
      const own = idOf(stand());
      const others = idOf(stand({ run: "r_2" }));
      const listed = (access: Access, state?: "waiting") =>
        taken.list(state === undefined ? {} : { state }, 10, access).map(({ id }) => id);
      expect(listed(narrow, "waiting")).toStrictEqual([own]);
      for (const id of [own, others]) expect(await taken.decide(id, APPROVE, FULL_ACCESS)).toMatchObject({ ok: true });
      for (const run of ["r_1", "r_2"]) approvals.end(run);
      running.clear();
      expect(listed(narrow)).toStrictEqual([own]);
      expect(listed(FULL_ACCESS).toSorted()).toStrictEqual([unknown, own, others].toSorted());
      expect(await taken.decide(others, APPROVE, narrow)).toBe("wider");
      expect(await taken.decide(own, APPROVE, narrow)).toMatchObject({ ok: false, why: "void" });
    }));

  it("with a person's answer is stored sealed, and opened for the one call that takes it", () =>
    withApprovals(async ({ approvals, inputs, storage }) => {
      const field = {
        name: "pin",
        request: "a",
        property: "pin",
        title: "Pin",
        type: "string",
        isRequired: true,
        isSecret: true,
      } as const;
      const form = { message: "Your pin?", requests: ["a"], links: [], fields: [field] };
      const asked = {
        number: 2,
        kind: "input",
        server: "github",
        tool: CALL.tool,
        args: "{}",
        call: 1,
        reason: "",
        rule: "",
        policy: "p",
        form,
      } as const;
      const id = idOf(inputs.ask(CALL, asked, "state", () => undefined));
      await approvals.decide(id, { ...APPROVE, content: { pin: "4711-SECRET" } }, sessionless);
      const [row] = storage.sql.exec("SELECT * FROM approval WHERE id = ?", id).toArray();
      expect(row?.["answer"]).toMatch(/^v1\./);
      expect(JSON.stringify(row)).not.toContain("4711");
      const standing = inputs.standing(CALL);
      if (standing.kind !== "answered") throw new Error(`It is ${standing.kind}.`);
      const taken = await Promise.all([standing.take(), standing.take()]);
      expect(taken).toEqual([{ a: { action: "accept", content: { pin: "4711-SECRET" } } }, undefined]);
    }));

  it("can be asked for by a fifth run when four have asked for as many as they may", () =>
    withApprovals(({ approvals, storage }) => {
      const request = { kind: "input", server: "github", tool: CALL.tool, args: "{}", reason: "", rule: "" } as const;
      const askFor = (run: string, place: number): string =>
        approvals.ask({ ...CALL, run, place: `${place}` }, { ...request, policy: "" }, () => undefined).kind;
      for (const run of ["r_1", "r_2", "r_3"]) {
        storage.sql.exec(
          `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
             INSERT INTO approval (id, run, place, server, tool, args_hash, policy, script, kind, state, args, reason, rule, requested_at, expires_at)
             SELECT ? || i, ?, i, '', '', '', '', '', 'input', 'waiting', '', '', '', 1, 99999 FROM n`,
          ...[MAX_WAITING_OF_RUN, run, run],
        );
      }
      const fourth = Array.from({ length: MAX_WAITING_OF_RUN }, (_, place) => askFor("r_4", place));
      expect(fourth.filter((kind) => kind === "waiting")).toHaveLength(250);
      expect(askFor("r_5", 1)).toBe("waiting");
    }));

  it.each([
    { isFull: true, want: { kind: "full", message: "This run cannot wait for a person: too many.", retryable: false } },
    { isFull: false, want: { kind: "denied", message: "This run cannot wait for a person: too many." } },
  ])("is not asked for if the run cannot be kept: $want.kind", ({ isFull, want }) =>
    withApprovals(({ approvals }) => {
      const request = { kind: "rule", server: "github", tool: CALL.tool, args: "{}", reason: "", rule: "/x" } as const;
      const keep = () => ({ message: "too many", isFull });
      expect(approvals.standing(CALL, { ...request, policy: CALL.policy }, keep)).toStrictEqual(want);
    }),
  );

  it("is listed with as many others as one answer has room for, forms of upstreams included", () =>
    withApprovals(({ approvals, stand, decisions }) => {
      const form = { message: "x".repeat(60_000), requests: ["a"], links: [], fields: [] };
      const request = { kind: "input", server: "github", tool: CALL.tool, args: "{}", reason: "", rule: "" } as const;
      for (let place = 100; place < 260; place += 1) {
        approvals.ask({ ...CALL, place: `${place}` }, { ...request, policy: "", form }, () => undefined);
      }
      stand();
      const list = decisions(() => FULL_ACCESS).list({ state: "waiting" }, 500, FULL_ACCESS);
      expect(list.length).toBeGreaterThan(100);
      expect(list.length).toBeLessThan(140);
    }));
});

it("approvals are counted and pruned without a look at their forms", async () => {
  await runInDurableObject(env.GATEWAY.getByName("approval-plans"), (_gateway, { storage }) => {
    const plans = FREQUENT_STATEMENTS.map((statement) => {
      const values = Array.from(statement.matchAll(/\?/g), () => "1");
      const rows = storage.sql.exec<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, ...values).toArray();
      return rows.map(({ detail }) => detail).join("\n");
    });
    expect(plans[0]).toContain("SCAN approval USING INDEX approval_decided");
    expect(plans[1]).toContain("SEARCH approval USING COVERING INDEX approval_summary (run=? AND state=?)");
  });
});
