/** Limits of calls that wait for `max_parallel` of their upstream when their run is cut off. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { FULL_ACCESS } from "../../../src/auth/principal.ts";
import { policyInForce } from "../../../src/enforcement/policy-in-force.ts";
import { DataVault } from "../../../src/gateway/policy/data-vault.ts";
import { PolicyHost } from "../../../src/gateway/policy/policy-host.ts";
import { DataTokenTable } from "../../../src/gateway/store/data-token-table.ts";
import { NO_COUNTS, type RunEnding } from "../../../src/ledger/run-record.ts";
import { RunHost } from "../../../src/runs/calls/run-host.ts";
import type { CallRecorder } from "../../../src/runs/durable/call-recorder.ts";
import type { UnheardCall } from "../../../src/runs/durable/unheard-calls.ts";
import { limitParallel } from "../../../src/upstream/around/limit-parallel.ts";
import type { CallOptions } from "../../../src/upstream/connector.ts";
import { toolTable } from "../../../src/upstream/tool-table.ts";
import type { Upstream } from "../../../src/upstream/upstream.ts";
import { testOpening } from "../../support/run-opening.ts";

const MAX = 3;
const LIMIT = { counter: "calls", window: "day", max: MAX, scope: "principal" } as const;
const POLICY = policyInForce({
  policy: { version: "1", default: "allow", tools: { "pay.list": { limits: [LIMIT] } } },
});
const LIST = { server: "pay", tool: "list", args: "{}", raw: false };
const ENDED: RunEnding = { outcome: { ok: true }, logs: [], endedAt: 0, prepareMs: 0 };

/** The run of an upstream that has one call at a time and does not answer. */
function runOf(policy: PolicyHost, unheard: Map<number, UnheardCall>) {
  const sent: string[] = [];
  const scope = { access: FULL_ACCESS, allowedServers: [], wallMs: 60_000, principal: "p" };
  const connector = limitParallel(
    {
      list: () => Promise.reject(new Error("It is not listed.")),
      call: async (tool, _args, { signal, onAttempt }: CallOptions) => {
        onAttempt?.();
        sent.push(tool.name);
        const { promise, reject } = Promise.withResolvers<never>();
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
        return promise;
      },
      close: () => Promise.resolve(),
    },
    1,
  );
  const table = toolTable([{ name: "list", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }]);
  const upstream: unknown = { name: "pay", asksClient: [], tools: () => Promise.resolve(table), ...connector };
  const recorder: Partial<CallRecorder> = {
    note: () => undefined,
    unheard: (number) => unheard.get(number),
    input: () => ({ kind: "none" }),
    sent: (number, { call, isRepeatable }) => void unheard.set(number, { call, isRepeatable }),
    answered: (number) => void unheard.delete(number),
  };
  let calls = 0;
  const host = new RunHost({
    upstreams: new Map([["pay", upstream as Upstream]]),
    identifiers: new Map([["pay", "pay"]]),
    scope,
    guard: policy.guard(OPENING, scope),
    recorder: recorder as CallRecorder,
    journal: {
      refused: () => undefined,
      notSent: () => undefined,
      logged: () => undefined,
      sent: () => ({ number: (calls += 1), answered: () => undefined, waits: () => undefined }),
    },
    isPackageGranted: () => false,
    onClose: () => NO_COUNTS,
  });
  const call = (number: number) => host.callRecorded(LIST, [], { number, entries: [] });
  return { host, call, sent };
}

const OPENING = testOpening();

it.each([
  { what: "counts once those that a run sends again when it goes on", ending: undefined, want: 0 },
  { what: "gives back those of a run that has ended", ending: ENDED, want: MAX - 1 },
])("$what", async ({ ending, want }) => {
  const principal = `waiting-calls-${want}`;
  await runInDurableObject(env.GATEWAY.getByName(principal), async (_gateway, { storage }) => {
    const policy = new PolicyHost({
      storage,
      current: () => POLICY,
      borrow: () => Promise.reject(new Error("The limit is not one of the deployment.")),
      now: Date.now,
      vault: new DataVault({ table: new DataTokenTable(storage), owner: principal, secrets: undefined, now: Date.now }),
    });
    const unheard = new Map<number, UnheardCall>();
    const first = runOf(policy, unheard);
    const open = Array.from({ length: MAX }, (_, number) => first.call(number));
    await vi.waitFor(() => expect([unheard.size, first.sent.length]).toEqual([MAX, 1]));
    first.host.close(ending);
    await Promise.all(open);
    const second = runOf(policy, ending === undefined ? unheard : new Map());
    const again = ending === undefined ? MAX : 0;
    const repeated = Array.from({ length: again }, (_, number) => second.call(number));
    let refused = 0;
    const others = Array.from({ length: MAX }, (_, number) =>
      second.call(again + number).then((reply) => {
        refused += 1;
        return reply;
      }),
    );
    await vi.waitFor(() => expect([refused, second.sent.length]).toEqual([MAX - want, 1]));
    second.host.close(ENDED);
    const replies = await Promise.all(others);
    expect(replies.filter((reply) => "ok" in reply && !reply.ok && reply.error.code !== "RATE_LIMITED").length).toBe(
      want,
    );
    await Promise.all(repeated);
  });
});
