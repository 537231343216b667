/**
 * Decides about one call. The order is fixed and denials come first, so an allowing rule never overrides a denying rule: hidden tools,
 * the default, the preset, the rules of the tool in the order of the document, flows, and last the rules that need a person's approval.
 * Limits are returned as needs: the host reserves them when nothing else denies the call (limits.ts).
 */
import type { CompiledCondition, CompiledPolicy, CompiledRule, ToolRules } from "./compile.ts";
import { NO_FLOWS, flowHits, type FlowFacts } from "./flows.ts";
import type { CallHistory } from "./conditions/history.ts";
import { needOf, type CounterOwners, type LimitNeed } from "./limits.ts";
import { presetVerdict } from "./document/presets.ts";
import { StepsUsedUp, countSteps, presentContext } from "./conditions/evaluation-context.ts";
import type { CallFacts, EvaluationContext } from "./conditions/evaluation-context.ts";
import type { Truth } from "./values/truth.ts";

export interface DecisionRequest {
  readonly call: CallFacts;
  readonly history: CallHistory;
  readonly owners: CounterOwners;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly flows?: FlowFacts;
  /** True if a person has approved this very call. */
  readonly isApproved?: boolean;
}

export interface Verdict {
  readonly verdict: "deny" | "ask";
  /** JSON pointer into the document; `/default` where no rule names the tool. */
  readonly rule: string;
  readonly message: string;
}

interface Logged {
  /** The verdicts that rules in the mode log_only would have given. */
  readonly logged: readonly Verdict[];
}

export type Decision =
  | (Logged & {
      readonly verdict: "allow";
      readonly rule: string;
      readonly limits: readonly LimitNeed[];
      /** The rule that required a person's decision, if the person has approved the call. */
      readonly approvedRule?: string;
    })
  | (Logged & { readonly verdict: "ask"; readonly rule: string; readonly message: string })
  | (Logged & {
      readonly verdict: "deny";
      readonly rule: string;
      readonly message: string;
      /** True if the caller has to get the same answer as for a tool that does not exist. */
      readonly isHidden: boolean;
    });

/** Never throws: a call that cannot be decided is denied. */
export function decide(policy: CompiledPolicy, request: DecisionRequest): Decision {
  try {
    return new Deciding(policy, request).decide();
  } catch (error) {
    const why = error instanceof StepsUsedUp ? "it takes too many steps" : "the policy could not be evaluated";
    const message = `${request.call.path} was denied, because ${why}. Call it with smaller arguments, or ask an admin.`;
    return { verdict: "deny", rule: "", message, isHidden: false, logged: [] };
  }
}

/** @returns true if search, types and errors may not name the tool */
export function isHidden(policy: CompiledPolicy, path: string): boolean {
  return policy.mode === "enforce" && policy.rulesFor(path).hiddenBy !== undefined;
}

class Deciding {
  readonly #policy: CompiledPolicy;
  readonly #request: DecisionRequest;
  readonly #rules: ToolRules;
  readonly #context: EvaluationContext;
  readonly #logged: Verdict[] = [];

  constructor(policy: CompiledPolicy, request: DecisionRequest) {
    this.#policy = policy;
    this.#request = request;
    this.#rules = policy.rulesFor(request.call.path);
    const { history, now } = request;
    const call = { ...request.call, tool: { ...request.call.tool, tier: this.#tier } };
    this.#context = presentContext({ call, history, spend: countSteps(), references: new Map() }, now);
  }

  decide(): Decision {
    const denied = this.#first(this.#denials());
    if (denied !== undefined)
      return { ...denied, verdict: "deny", isHidden: denied.rule.startsWith("/hide/"), logged: this.#logged };
    const question = this.#first(this.#questions());
    if (question !== undefined && this.#request.isApproved !== true) {
      return { ...question, verdict: "ask", logged: this.#logged };
    }
    const limits: LimitNeed[] = [];
    for (const limit of this.#rules.rules.flatMap((rule) => rule.limits)) {
      const need = needOf(limit, this.#context, this.#request.owners, this.#request.now);
      if (need !== undefined) limits.push(need);
      else {
        const message =
          limit.message ?? `${this.#path} has no amount of zero or more in ${limit.amount?.text}, which is limited.`;
        const verdict: Verdict = { verdict: "deny", rule: limit.rule, message };
        if (limit.mode === "enforce") return { ...verdict, verdict: "deny", isHidden: false, logged: this.#logged };
        this.#logged.push(verdict);
      }
    }
    const approved = question && { approvedRule: question.rule };
    return { verdict: "allow", rule: this.#allowedBy(), limits, logged: this.#logged, ...approved };
  }

  get #path(): string {
    return this.#request.call.path;
  }

  #allowedBy(): string {
    const [first] = this.#rules.rules;
    return this.#rules.isListed && first !== undefined ? first.rule : "/default";
  }

  /** @returns the first enforced verdict; verdicts before it that are not enforced are logged */
  #first(verdicts: Iterable<Verdict & { readonly isEnforced: boolean }>): Verdict | undefined {
    for (const { isEnforced, ...verdict } of verdicts) {
      if (isEnforced) return verdict;
      this.#logged.push(verdict);
    }
    return undefined;
  }

  *#denials(): Generator<Verdict & { readonly isEnforced: boolean }> {
    const deny = (rule: string, message: string, mode = this.#policy.mode) =>
      ({ verdict: "deny", rule, message, isEnforced: mode === "enforce" }) as const;
    const { hiddenBy, isListed, isOwn, rules } = this.#rules;
    if (hiddenBy !== undefined) yield deny(hiddenBy, `There is no tool ${this.#path}.`);
    if (!isOwn && !isListed && this.#policy.default === "deny") {
      yield deny("/default", `The policy allows only the tools that it lists, and ${this.#path} is not one of them.`);
    }
    const { preset } = this.#policy;
    if (!isOwn && preset !== undefined && presetVerdict(preset, this.#tier) === "deny") {
      yield deny("/preset", `The policy is ${preset}, and ${this.#path} is of the tier ${this.#tier}.`);
    }
    for (const rule of rules) {
      if (rule.action === "deny")
        yield deny(rule.actionRule, rule.message ?? `The policy denies ${this.#path}.`, rule.mode);
      for (const condition of rule.denyIf) {
        const truth = condition.evaluate(this.#context);
        if (truth !== false) yield deny(condition.rule, rule.message ?? this.#denialText(condition, truth), rule.mode);
      }
      for (const condition of rule.require) {
        const truth = condition.evaluate(this.#context);
        if (truth !== true)
          yield deny(condition.rule, rule.message ?? this.#requirementText(condition, truth), rule.mode);
      }
    }
    yield* this.#flowVerdicts(false);
  }

  *#questions(): Generator<Verdict & { readonly isEnforced: boolean }> {
    const ask = (rule: string, message: string, mode = this.#policy.mode) =>
      ({ verdict: "ask", rule, message, isEnforced: mode === "enforce" }) as const;
    const { isOwn, rules } = this.#rules;
    for (const rule of rules) yield* this.#ruleQuestions(rule, ask);
    const { preset } = this.#policy;
    if (!isOwn && preset !== undefined && presetVerdict(preset, this.#tier) === "ask") {
      yield ask("/preset", `A person has to approve ${this.#path}, which is of the tier ${this.#tier}.`);
    }
    yield* this.#flowVerdicts(true);
  }

  *#ruleQuestions(
    rule: CompiledRule,
    ask: (pointer: string, message: string, mode: CompiledRule["mode"]) => Verdict & { readonly isEnforced: boolean },
  ): Generator<Verdict & { readonly isEnforced: boolean }> {
    if (rule.action === "ask")
      yield ask(rule.actionRule, rule.message ?? `A person has to approve ${this.#path}.`, rule.mode);
    for (const condition of rule.ask) {
      if (condition.evaluate(this.#context) === false) continue;
      yield ask(
        condition.rule,
        rule.message ?? `A person has to approve ${this.#path} where ${condition.text}.`,
        rule.mode,
      );
    }
  }

  *#flowVerdicts(needsApproval: boolean): Generator<Verdict & { readonly isEnforced: boolean }> {
    const flows = this.#policy.flows.filter((flow) => flow.needsApproval === needsApproval && flow.to(this.#path));
    if (flows.length === 0) return;
    const earlier = this.#toolsOfRun();
    for (const flow of flows) {
      const source = flowHits(flow, this.#request.flows ?? { ...NO_FLOWS, sources: "unknown" }, earlier);
      if (source === undefined) continue;
      const from = source.tool ?? `data labelled ${source.labels?.join(", ")}`;
      const into = source.args === "all" ? "" : ` in ${source.args.join(", ")}`;
      const message =
        flow.message ??
        `What ${from} returned may reach ${this.#path}${into}, which the policy ${needsApproval ? "lets a person decide" : "denies"}.`;
      yield { verdict: needsApproval ? "ask" : "deny", rule: flow.rule, message, isEnforced: flow.mode === "enforce" };
    }
  }

  /** The tools of the calls that were sent in this run, including calls without an answer yet. */
  #toolsOfRun(): ReadonlySet<string> {
    const { history, call } = this.#request;
    return history.toolsOfRun(call.runId);
  }

  get #tier(): CallFacts["tool"]["tier"] {
    return this.#rules.tierOf(this.#request.call.tool.tier);
  }

  #denialText({ text }: CompiledCondition, truth: Truth): string {
    return truth === true
      ? `The policy denies ${this.#path} where ${text}.`
      : `The policy denies ${this.#path} where ${text}, which cannot be decided: a field is missing or has an unexpected type, or an earlier call has not ended.`;
  }

  #requirementText({ text }: CompiledCondition, truth: Truth): string {
    return truth === false
      ? `The policy requires ${text} for ${this.#path}.`
      : `The policy requires ${text} for ${this.#path}, which cannot be decided: a field is missing or has an unexpected type, or an earlier call has not ended.`;
  }
}
