/**
 * The policy in the Gateway of a principal: gives every run a guard, which decides about its calls with what this object knows of earlier calls and
 * counters. Deciding, reserving and remembering a call is one synchronous step. Whatever goes wrong here denies the call.
 */
import type { RunError } from "../../../worker-loader/index.ts";
import type { Result } from "../../lib/result.ts";
import type { Admission, AdmittedCall, CallGuard, GuardedCall } from "../../enforcement/call-guard.ts";
import { hidesServer, type PolicyInForce } from "../../enforcement/policy-in-force.ts";
import type { RunOpening } from "../../ledger/run-record.ts";
import { decide, isHidden, type Decision, type DecisionRequest } from "../../policy/decide.ts";
import type { CounterWrite } from "../../policy/limits.ts";
import type { CallFacts } from "../../policy/conditions/evaluation-context.ts";
import { classifyCall } from "../../enforcement/call-tier.ts";
import type { Explanation, PolicySuggestion, PolicyTest } from "../../contract/policy.ts";
import type { PolicyRuleHits } from "../../rpc/gateway-stub.ts";
import type { RunScope } from "../../runs/run-scope.ts";
import type { CallOutcome } from "../../upstream/call-outcome.ts";
import type { DataVault } from "./data-vault.ts";
import { explainCall } from "./explain-call.ts";
import { flowFactsOf } from "./flow-facts.ts";
import { inspectedCall } from "./inspected-call.ts";
import { InspectionTurns } from "./inspection-turns.ts";
import { LoadedHistory, type LiveCall, type NewCall, type RepeatedRow } from "./loaded-history.ts";
import { LimitCounters, type Borrow } from "./limit-counters.ts";
import { suggestFromCalls, testPolicy } from "./policy-questions.ts";
import type { ExplainedCall, KnownTools, RecordedSince } from "./policy-questions.ts";
import { PolicyMemory, type RootRun } from "./policy-memory.ts";
import { approvedBy, notAllowed, overLimit, ownersOf, rulingOf, unopened, unreadable } from "./admissions.ts";
import { CallHistoryTable } from "../store/call-history-table.ts";
import { CounterTable } from "../store/counter-table.ts";
import type { Ruling } from "../../enforcement/ruling.ts";

interface PolicyHostOptions {
  readonly storage: DurableObjectStorage;
  /** The policy as it is now; another one applies to the next call. */
  readonly current: () => PolicyInForce | undefined;
  readonly borrow: Borrow;
  readonly now: () => number;
  readonly vault: DataVault;
}

interface RunFacts {
  readonly root: RootRun;
  readonly opening: RunOpening;
  readonly scope: RunScope;
}

/** A parallel call may take what was just borrowed. */
const MAX_BORROWINGS = 5;

export class PolicyHost {
  readonly #current: PolicyHostOptions["current"];
  readonly #now: () => number;
  readonly #table: CallHistoryTable;
  readonly #counters: LimitCounters;
  readonly #memory: PolicyMemory;
  readonly #vault: DataVault;
  readonly #turns = new InspectionTurns();

  constructor({ storage, current, borrow, now, vault }: PolicyHostOptions) {
    this.#vault = vault;
    this.#current = current;
    this.#now = now;
    this.#table = new CallHistoryTable(storage);
    this.#memory = new PolicyMemory({ table: this.#table, vault, now, current });
    this.#counters = new LimitCounters(new CounterTable(storage), borrow);
  }

  /** @returns undefined where no policy is configured */
  guard(opening: RunOpening, scope: RunScope): CallGuard | undefined {
    if (this.#current() === undefined) return undefined;
    const facts: RunFacts = { root: this.#memory.enter(opening), opening, scope };
    const policy = (): PolicyInForce | undefined => this.#current();
    return {
      isHidden: (server, tool) => {
        const now = policy();
        return now !== undefined && isHidden(now.compiled, `${server}.${tool}`);
      },
      hidesServer: (server) => {
        const now = policy();
        return now !== undefined && hidesServer(now, server);
      },
      dataOf: (path) => {
        const now = policy();
        const data = now?.compiled.data?.toolData(path);
        return now && data && inspectedCall({ path, data, vault: this.#vault, policy: now.hash });
      },
      inTurn: (inspect) => (policy()?.compiled.data === undefined ? inspect() : this.#turns.run(inspect)),
      admit: (call, isApproved) => this.#admit(call, facts, isApproved, "admit"),
      judge: (call) => this.#admit(call, facts, false, "judge"),
      tierOf: (path, own) => policy()?.compiled.rulesFor(path).tierOf(own) ?? own,
      close: () => this.#memory.leave(facts.root, opening),
    };
  }

  /**
   * A use of the gateway's own tools.
   * @param opening of the run that is asked for, or that a search would be
   * @returns why it is refused
   */
  async admitOwn(
    name: "execute_code" | "search_tools",
    args: unknown,
    opening: Pick<RunOpening, "id" | "via">,
    scope: Pick<RunScope, "credential" | "principal" | "request">,
  ): Promise<RunError | undefined> {
    const policy = this.#current();
    if (policy === undefined || policy.compiled.rulesFor(name).rules.length === 0) return undefined;
    const session = scope.request?.session;
    const facts: CallFacts = {
      path: name,
      args,
      tool: { server: "", name, tier: "execute", annotations: {} },
      principal: { id: scope.principal ?? "" },
      run: { id: opening.id, via: opening.via },
      runId: opening.id,
      ...(session !== undefined && { sessionId: session }),
    };
    const call: NewCall = {
      path: name,
      args,
      argsLength: 0,
      run: opening.id,
      within: opening.id,
      session,
      startedAt: this.#now(),
    };
    const admission = await this.#settle(policy, { call: facts, owners: ownersOf(scope, opening.id, session) }, call);
    switch (admission.verdict) {
      case "allow":
        admission.admitted.settled("ok", 1, "null");
        return undefined;
      case "deny":
        return admission.error;
      case "ask":
        return { code: "APPROVAL_REQUIRED", message: admission.message, rule: admission.ruling.rule };
    }
  }

  /** Decides a call without reserving or recording anything. @param other a document to try instead of the one in force */
  explain(
    call: ExplainedCall,
    scope: Pick<RunScope, "credential" | "principal">,
    { other, known }: { readonly other: PolicyInForce | undefined; readonly known: KnownTools },
  ): Explanation | undefined {
    const policy = other ?? this.#current();
    if (policy === undefined) return undefined;
    const now = this.#now();
    const kept = other === undefined ? this.#memory.historyOf(policy) : new LoadedHistory(policy, this.#table, now);
    return explainCall(call, policy, {
      known,
      history: kept.calls,
      counters: this.#counters,
      owners: ownersOf(scope, "", undefined),
      principal: scope.principal ?? "",
      now,
    });
  }

  /** @param policy hash of the document */
  hits(policy: string): readonly PolicyRuleHits[] {
    return this.#table.hits(policy);
  }

  /** @returns how many values that were tokenized the present key cannot open */
  async unopenedValues(): Promise<number> {
    await this.#vault.ready();
    return this.#vault.unopened;
  }

  async test(policy: PolicyInForce, recorded: RecordedSince): Promise<PolicyTest> {
    await this.#vault.ready();
    return testPolicy(policy, this.#table, { ...recorded, reveal: (json) => this.#vault.reveal(json).json });
  }

  suggest(recorded: RecordedSince): PolicySuggestion {
    return suggestFromCalls(this.#table, recorded);
  }

  async #admit(
    guarded: GuardedCall,
    run: RunFacts,
    isApproved: boolean,
    purpose: "admit" | "judge",
  ): Promise<Admission> {
    const { server, tool, args, repeats } = guarded;
    const { root, opening, scope } = run;
    const path = `${server}.${tool.name}`;
    const policy = this.#current();
    if (policy === undefined) {
      const ruling: Ruling = { decision: "allow", rule: "", policy: "", path, logged: [] };
      return { verdict: "allow", ruling, admitted: NOT_REMEMBERED };
    }
    const shown = await this.#withValues(policy, args);
    if (!shown.ok) return shown.error === undefined ? unreadable(policy, path) : unopened(policy, path, shown.error);
    const facts: CallFacts = {
      path,
      args: shown.value,
      tool: {
        server,
        name: tool.name,
        tier: classifyCall(tool, shown.value).tier,
        annotations: tool.annotations ?? {},
      },
      principal: { id: scope.principal ?? "" },
      run: { id: opening.id, via: opening.via, ...(opening.saved && { script: opening.saved.name }) },
      runId: root.id,
      ...(root.session !== undefined && { sessionId: root.session }),
    };
    const call: NewCall = {
      path,
      args: shown.value,
      argsLength: guarded.argsLength,
      run: root.id,
      within: opening.id,
      session: root.session,
      startedAt: this.#now(),
      ...(repeats !== undefined && { repeats: { run: opening.id, call: repeats } }),
    };
    const request: GuardedRequest = {
      call: facts,
      owners: ownersOf(scope, root.id, root.session),
      isApproved,
      flows: () =>
        flowFactsOf(path, guarded.services, {
          flows: policy.compiled.flows.length > 0,
          script: opening.parent === undefined ? scope.flows : undefined,
          earlier: this.#memory.historyOf(policy).calls.toolsOfRun(root.id),
          kept: () => this.#memory.calledTools(),
          isScheduledWithInput: root.isScheduledWithInput,
        }),
    };
    return purpose === "judge" ? this.#judge(policy, request) : this.#settle(policy, request, call);
  }

  #judge(policy: PolicyInForce, request: GuardedRequest): Admission {
    const { path } = request.call;
    try {
      const now = this.#now();
      const decision = decide(policy.compiled, this.#request(policy, request, now));
      const ruling = rulingOf(policy, decision, path);
      if (decision.verdict !== "allow") return notAllowed(decision, ruling);
      const { exceeded } = this.#counters.look(decision.limits, now);
      return exceeded === undefined
        ? { verdict: "allow", ruling, admitted: NOT_REMEMBERED }
        : overLimit(exceeded, ruling);
    } catch (error) {
      console.error(`policy for ${path}:`, error);
      return unreadable(policy, path);
    }
  }

  /** Conditions are about the values that tokens stand for. @returns the token that cannot be opened, or undefined if no value can be read */
  async #withValues({ compiled }: PolicyInForce, args: unknown): Promise<Result<unknown, string | undefined>> {
    if (compiled.data?.tokenizes !== true) return { ok: true, value: args };
    try {
      await this.#vault.ready();
      const json = JSON.stringify(args);
      const token = this.#vault.unopenedIn(json);
      if (token !== undefined) return { ok: false, error: token };
      return { ok: true, value: JSON.parse(this.#vault.reveal(json).json) as unknown };
    } catch (error) {
      console.error("Tokens could not be read:", error);
      return { ok: false, error: undefined };
    }
  }

  /** Decides, borrows where that is needed, and then decides, reserves and remembers in one step. */
  async #settle(policy: PolicyInForce, request: GuardedRequest, call: NewCall): Promise<Admission> {
    try {
      const usedUp = new Set<string>();
      for (let borrowings = 0; ; borrowings += 1) {
        const now = this.#now();
        const repeated = this.#memory.historyOf(policy).repeated(call);
        const decision = this.#decide(policy, request, { call, repeated, now });
        const needs = decision.verdict === "allow" ? decision.limits : [];
        const lacking = this.#counters.lacking(needs).filter(({ key }) => !usedUp.has(key));
        if (lacking.length === 0 || borrowings >= MAX_BORROWINGS)
          return this.#conclude(policy, decision, { call, repeated, now });
        for (const need of lacking) if (!(await this.#counters.borrow(need, now))) usedUp.add(need.key);
      }
    } catch (error) {
      console.error(`policy for ${call.path}:`, error);
      return unreadable(policy, call.path);
    }
  }

  /** The limits of a call that is sent again were reserved when it was sent first. */
  #decide(policy: PolicyInForce, request: GuardedRequest, { call, repeated, now }: Concluded): Decision {
    repeated?.hide();
    try {
      const decision = decide(policy.compiled, this.#request(policy, request, now));
      return decision.verdict === "allow" && call.repeats !== undefined ? { ...decision, limits: [] } : decision;
    } finally {
      repeated?.show();
    }
  }

  #request(policy: PolicyInForce, { call, owners, isApproved, flows }: GuardedRequest, now: number): DecisionRequest {
    const known = flows?.();
    return {
      call,
      owners,
      now,
      history: this.#memory.historyOf(policy).calls,
      ...(known && { flows: known }),
      ...(isApproved === true && { isApproved }),
    };
  }

  #conclude(policy: PolicyInForce, decision: Decision, { call, repeated, now }: Concluded): Admission {
    const kept = this.#memory.historyOf(policy);
    const ruling = rulingOf(policy, decision, call.path);
    if (decision.verdict === "deny") kept.denied(call);
    if (decision.verdict !== "allow") return notAllowed(decision, ruling);
    const reservation = this.#counters.reserve(decision.limits, now);
    if (!reservation.ok) {
      kept.denied(call);
      return overLimit(reservation.exceeded, ruling);
    }
    const logged = [
      ...ruling.logged,
      ...reservation.exceeded.map(({ rule, message }) => ({ verdict: "deny", rule, message }) as const),
    ];
    repeated?.hide();
    const live = kept.sent(call);
    if (policy.compiled.flows.length > 0) this.#memory.noteCalled(call.path);
    return {
      verdict: "allow",
      ruling: { ...ruling, ...approvedBy(decision), logged },
      admitted: {
        settled: (...how) => {
          if (how[1] === 0) repeated?.show();
          this.#settled(live, reservation.writes, how);
        },
        unsettled: (number) => live.unsettled({ run: call.within, call: number }),
      },
    };
  }

  #settled(
    live: LiveCall,
    writes: readonly CounterWrite[],
    [outcome, attempts, value]: readonly [outcome: CallOutcome, attempts: number, value?: string | undefined],
  ): void {
    live.ended(outcome, value === undefined ? undefined : this.#memory.revealed(value));
    if (attempts > 0 || writes.length === 0) return;
    try {
      this.#counters.giveBack(writes, this.#now());
    } catch (error) {
      // It stays counted: the limit errs towards refusing.
      console.error("A limit could not be given back:", error);
    }
  }
}

interface Concluded {
  readonly call: NewCall;
  /** The call that is sent again. */
  readonly repeated: RepeatedRow | undefined;
  readonly now: number;
}

interface GuardedRequest extends Pick<DecisionRequest, "call" | "owners" | "isApproved"> {
  readonly flows?: () => NonNullable<DecisionRequest["flows"]>;
}

/** There is nothing to settle. */
const NOT_REMEMBERED: AdmittedCall = { settled: () => undefined, unsettled: () => undefined };
