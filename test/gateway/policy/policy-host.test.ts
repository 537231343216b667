/** The policy in a Gateway's storage: what is counted by many at once, what is remembered, and what happens when storage fails. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { FULL_ACCESS } from "../../../src/auth/principal.ts";
import type { Admission, CallGuard } from "../../../src/enforcement/call-guard.ts";
import { policyInForce } from "../../../src/enforcement/policy-in-force.ts";
import { DataVault } from "../../../src/gateway/policy/data-vault.ts";
import { PolicyHost } from "../../../src/gateway/policy/policy-host.ts";
import { DataTokenTable } from "../../../src/gateway/store/data-token-table.ts";
import type { PolicyDocument } from "../../../src/policy/document/document.ts";
import { directoryOf } from "../../../src/rpc/directory-stub.ts";
import { failed } from "../../../src/runs/calls/call-replies.ts";
import { testOpening } from "../../support/run-opening.ts";

const ALLOW = { version: "1", default: "allow" } as const;

interface Stage {
  readonly guard: CallGuard;
  /** Id of the run. */
  readonly run: string;
  readonly sql: SqlStorage;
  /** The document from now on. */
  readonly use: (document: PolicyDocument) => void;
}

/** @param principal whose Gateway it is */
function inGateway<T>(principal: string, document: PolicyDocument, work: (stage: Stage) => Promise<T>): Promise<T> {
  return runInDurableObject(env.GATEWAY.getByName(principal), async (_gateway, { storage }) => {
    let current = document;
    const host = new PolicyHost({
      storage,
      current: () => policyInForce({ policy: current }),
      borrow: ({ key, amount, max, expiresAt }, usual) =>
        directoryOf(env).lendCounter({ key, needed: amount, usual, max, expiresAt }),
      now: Date.now,
      vault: new DataVault({ table: new DataTokenTable(storage), owner: principal, secrets: undefined, now: Date.now }),
    });
    const scope = { access: FULL_ACCESS, allowedServers: [], wallMs: 1_000, principal };
    const opening = testOpening();
    const guard = host.guard(opening, scope);
    if (guard === undefined) throw new Error("There is no guard.");
    return work({ guard, run: opening.id, sql: storage.sql, use: (next) => (current = next) });
  });
}

const call = (guard: CallGuard, tool: string, args: Readonly<Record<string, unknown>> = {}): Promise<Admission> =>
  guard.admit({ server: "pay", tool: { name: tool }, args, argsLength: 10, services: [] }, false);

const codeOf = (admission: Admission): string =>
  admission.verdict === "deny" ? admission.error.code : admission.verdict;

it("lets many Gateways use no more than a limit of the deployment, all at once", async () => {
  const limit = {
    counter: "paid",
    window: "day",
    max: 100,
    scope: "deployment",
    increment_from: "args.amount",
  } as const;
  const document: PolicyDocument = { ...ALLOW, tools: { "pay.out": { limits: [limit] } } };
  const used = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      inGateway(`lease-${index}`, document, async ({ guard }) => {
        const admissions = await Promise.all(Array.from({ length: 20 }, () => call(guard, "out", { amount: 3 })));
        return admissions.filter(({ verdict }) => verdict === "allow").length * 3;
      }),
    ),
  );
  const sum = used.reduce((one, other) => one + other, 0);
  expect(sum).toBeLessThanOrEqual(100);
  // What was lent and not used is the only thing that may be missing.
  expect(sum).toBeGreaterThan(50);
});

it("gives back what a call that was never sent had reserved, and nothing else", async () => {
  const limits = [{ counter: "calls", window: "day", max: 2, scope: "principal" }] as const;
  await inGateway("gives-back", { ...ALLOW, tools: { "pay.out": { limits: [...limits] } } }, async ({ guard }) => {
    const first = await call(guard, "out");
    if (first.verdict === "allow") first.admitted.settled("failed", 0);
    const second = await call(guard, "out");
    if (second.verdict === "allow") second.admitted.settled("unknown", 1);
    expect([await call(guard, "out"), await call(guard, "out")].map(codeOf)).toEqual(["allow", "RATE_LIMITED"]);
  });
});

it.each([
  { window: "day", want: true },
  { window: "run", want: undefined },
  { window: "session", want: undefined },
] as const)("says that a call is retryable only where its limit ends with time: $window", async ({ window, want }) => {
  const limits = [{ counter: "calls", window, max: 1 }];
  await inGateway(`retryable-${window}`, { ...ALLOW, tools: { "pay.out": { limits } } }, async ({ guard }) => {
    await call(guard, "out");
    const second = await call(guard, "out");
    if (second.verdict !== "deny") throw new Error("The limit was not reached.");
    const { error } = failed({ ...second.error, server: "pay", tool: "out" });
    expect(error.code).toBe("RATE_LIMITED");
    expect([error.retryable, error.retry_after_ms !== undefined || undefined]).toStrictEqual([want, want]);
  });
});

it("decides the next call by a new document", async () => {
  await inGateway("new-document", ALLOW, async ({ guard, use }) => {
    expect(codeOf(await call(guard, "out"))).toBe("allow");
    use({ ...ALLOW, tools: { "pay.out": { action: "deny" } } });
    expect(codeOf(await call(guard, "out"))).toBe("POLICY_DENIED");
    use({ ...ALLOW, hide: ["pay.*"] });
    expect([guard.isHidden("pay", "out"), guard.hidesServer("pay"), guard.hidesServer("mail")]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

it.each([
  { table: "policy_counter", rule: { limits: [{ counter: "calls", window: "day", max: 5 }] } },
  { table: "call", rule: { require: [{ count: { tool: "pay.out", within: "1h" }, op: "lt", value: 5 }] } },
] as const)("denies when $table cannot be read", async ({ table, rule }) => {
  const document = { ...ALLOW, tools: { "pay.out": rule } } as unknown as PolicyDocument;
  await inGateway(`without-${table}`, document, async ({ guard, sql }) => {
    sql.exec(`ALTER TABLE ${table} RENAME TO away`);
    const denied = await call(guard, "out");
    sql.exec(`ALTER TABLE away RENAME TO ${table}`);
    expect(denied).toMatchObject({
      verdict: "deny",
      error: { code: "POLICY_DENIED", message: expect.stringContaining("could not be applied") },
    });
    expect(codeOf(await call(guard, "out"))).toBe("allow");
  });
});

it("counts calls in flight as calls that may still succeed", async () => {
  const document: PolicyDocument = {
    ...ALLOW,
    tools: { "pay.out": { require: [{ not: { formerly: { tool: "pay.approve", within: "1h" } } }] } },
  };
  await inGateway("in-flight", document, async ({ guard }) => {
    const approval = await call(guard, "approve");
    expect(codeOf(await call(guard, "out"))).toBe("POLICY_DENIED");
    if (approval.verdict === "allow") approval.admitted.settled("failed", 1);
    expect(codeOf(await call(guard, "out"))).toBe("allow");
  });
});

const SECRET = { tool: "pay.read", scope: "run", where: [{ path: "args.label", op: "eq", value: "secret" }] } as const;
const NOT_AFTER_SECRET: PolicyDocument = { ...ALLOW, tools: { "pay.out": { deny_if: [{ formerly: SECRET }] } } };

it("knows that calls of a run are forgotten which a condition on the run asks for", async () => {
  await inGateway("forgets", NOT_AFTER_SECRET, async ({ guard }) => {
    expect(codeOf(await call(guard, "out"))).toBe("allow");
    expect(codeOf(await call(guard, "read", { label: "secret" }))).toBe("allow");
    expect(codeOf(await call(guard, "out"))).toBe("POLICY_DENIED");
    for (let index = 0; index < 600; index += 1) {
      const asked = {
        server: "pay",
        tool: { name: "read" },
        args: { label: "other" },
        argsLength: 65_536,
        services: [],
      };
      await guard.admit(asked, false);
    }
    expect(codeOf(await call(guard, "out"))).toBe("POLICY_DENIED");
  });
});

it("knows that calls of a run that goes on after a restart were not read again", async () => {
  await inGateway("goes-on", NOT_AFTER_SECRET, async ({ guard, run, sql }) => {
    const columns = sql.exec<{ name: string; notnull: number; type: string }>("SELECT * FROM pragma_table_info('run')");
    const needed = [...columns].filter(({ notnull, name }) => notnull === 1 && name !== "number");
    const values = needed.map(({ name, type }) => {
      if (name === "id") return run;
      if (name === "started_at") return Date.now();
      return type === "INTEGER" ? 0 : "";
    });
    const marks = needed.map(() => "?").join();
    sql.exec(`INSERT INTO run (${needed.map(({ name }) => name).join()}) VALUES (${marks})`, ...values);
    sql.exec(
      `WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 26000)
         INSERT INTO call (run, number, server, tool, state, raw, started_at, attempts, arguments, arguments_hash, redacted, path)
         SELECT (SELECT number FROM run WHERE id = ?), n, 'pay', 'read', 'ok', 0, ?, 1,
           iif(n = 1, '{"label":"secret"}', '{"label":"other"}'), '', 0, 'pay.read' FROM count`,
      run,
      Date.now(),
    );
    expect(codeOf(await call(guard, "out"))).toBe("POLICY_DENIED");
  });
});
