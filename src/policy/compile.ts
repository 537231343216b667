/**
 * Compiles a checked document into a form that decides quickly: every condition becomes a function, and the rules of a tool are looked up
 * once per tool. A document is compiled once; the result holds no data of any call.
 */
import { compileCondition } from "./conditions/conditions.ts";
import { compileTiers, type CorrectedTier } from "./corrected-tiers.ts";
import { compileData, type CompiledData } from "./data/data-rules.ts";
import { describeCondition } from "./document/describe-condition.ts";
import { modeOf } from "./document/document.ts";
import type { Condition, Mode, PolicyDocument, Preset, RuleDocument, Tier } from "./document/document.ts";
import { compileFlow, compileLabels, type CompiledFlow, type LabelTable } from "./flows.ts";
import { historyReach, type HistoryReach } from "./conditions/history-reach.ts";
import { compileLimit, type CompiledLimit } from "./limits.ts";
import { MAX_REMEMBERED_TOOLS } from "./values/policy-bounds.ts";
import { pointer } from "./document/problem.ts";
import { NOT_RENAMED, isOwnTool, toolPattern, type OriginalPaths, type ToolPattern } from "./values/tool-pattern.ts";
import type { Evaluate } from "./conditions/value-condition.ts";

export interface CompiledCondition {
  readonly rule: string;
  readonly text: string;
  readonly evaluate: Evaluate;
}

export interface CompiledRule {
  readonly rule: string;
  readonly action: "allow" | "deny" | "ask";
  /** JSON pointer of the action, if the action is deny or ask. */
  readonly actionRule: string;
  readonly mode: Mode;
  readonly message: string | undefined;
  readonly require: readonly CompiledCondition[];
  readonly denyIf: readonly CompiledCondition[];
  readonly ask: readonly CompiledCondition[];
  readonly limits: readonly CompiledLimit[];
}

/** The rules of the document for one tool, whatever its arguments. */
export interface ToolRules {
  readonly isOwn: boolean;
  readonly hiddenBy: string | undefined;
  readonly isListed: boolean;
  readonly rules: readonly CompiledRule[];
  /** @param own the tier that follows from the tool's definition @returns the tier with which the call is decided, and what has decided it */
  readonly correctTier: (own: Tier) => CorrectedTier;
  /** As `correctTier`, the tier alone. */
  readonly tierOf: (own: Tier) => Tier;
}

export interface CompiledPolicy {
  readonly default: "allow" | "deny";
  readonly mode: Mode;
  readonly preset: Preset | undefined;
  readonly flows: readonly CompiledFlow[];
  readonly labels: LabelTable;
  /** Absent where no rule looks for personal data and secrets. */
  readonly data: CompiledData | undefined;
  readonly approvals: { readonly waitMs: number; readonly expiresSeconds: number };
  /** The earlier calls that the host has to keep for the document. */
  readonly reach: HistoryReach;
  rulesFor(path: string): ToolRules;
}

/** Settings of runs that wait for a person, where no policy sets them. */
export const APPROVAL_DEFAULTS = {
  /** Time for which a run is kept in memory. */
  waitMs: 10_000,
  /** Time for which a request for approval lasts. */
  expiresSeconds: 604_800,
};

/** @param document a document that validate.ts has accepted @throws if the document is invalid */
export function compilePolicy(document: PolicyDocument, originals: OriginalPaths = NOT_RENAMED): CompiledPolicy {
  const mode = document.mode ?? "enforce";
  const named = Object.entries(document.tools ?? {}).map(([name, rule]) => ({
    pattern: toolPattern(name, originals),
    rule: compileRule(rule, { place: ["tools", name], owner: name, documentMode: mode, originals }),
  }));
  const everywhere =
    document.all_tools === undefined
      ? undefined
      : compileRule(document.all_tools, { place: ["all_tools"], owner: "all_tools", documentMode: mode, originals });
  const hidden = (document.hide ?? []).map((name, index) => ({
    pattern: toolPattern(name, originals),
    rule: pointer(["hide", index]),
  }));
  const correctTier = compileTiers(document.tiers ?? {}, originals);
  const labels = compileLabels(document.labels ?? {}, originals);
  const known = new Map<string, ToolRules>();

  const look = (path: string): ToolRules => {
    const isOwn = isOwnTool(path);
    const matching = named.filter(({ pattern }) => pattern.matches(path));
    const rules = matching.map(({ rule }) => rule);
    return {
      isOwn,
      hiddenBy: firstMatch(hidden, path)?.rule,
      isListed: matching.some(({ pattern }) => pattern.names(path)),
      rules: everywhere === undefined || isOwn ? rules : [...rules, everywhere],
      correctTier: (own) => correctTier(path, own),
      tierOf: (own) => correctTier(path, own).tier,
    };
  };

  return {
    default: document.default,
    mode,
    preset: document.preset,
    flows: (document.flows ?? []).map((flow, index) =>
      compileFlow(flow, index, { labels, originals, documentMode: mode }),
    ),
    labels,
    data: compileData(document, { labels, originals, documentMode: mode }),
    approvals: {
      waitMs: document.approvals?.wait_ms ?? APPROVAL_DEFAULTS.waitMs,
      expiresSeconds: document.approvals?.expires_seconds ?? APPROVAL_DEFAULTS.expiresSeconds,
    },
    reach: historyReach(document, originals),
    rulesFor(path) {
      const remembered = known.get(path);
      if (remembered !== undefined) return remembered;
      const rules = look(path);
      if (known.size >= MAX_REMEMBERED_TOOLS) known.clear();
      known.set(path, rules);
      return rules;
    },
  };
}

function firstMatch<T extends { readonly pattern: ToolPattern }>(items: readonly T[], path: string): T | undefined {
  return items.find(({ pattern }) => pattern.matches(path));
}

interface RulePlace {
  readonly place: readonly string[];
  readonly owner: string;
  readonly documentMode: Mode;
  readonly originals: OriginalPaths;
}

function compileRule(rule: RuleDocument, { place, owner, documentMode, originals }: RulePlace): CompiledRule {
  const mode = modeOf(rule.mode, documentMode);
  // An empty text says nothing; the decision's own does.
  const message = (rule.on_deny ?? rule.reason)?.trim() || undefined;
  const at = (key: string): string => pointer([...place, key]);
  const conditionsOf = (key: "require" | "deny_if" | "require_approval"): readonly CompiledCondition[] => {
    const conditions = rule[key];
    return Array.isArray(conditions)
      ? conditions.map((condition, index) => compiled(condition, pointer([...place, key, index]), originals))
      : [];
  };
  const asksAlways = rule.action === "require_approval" || rule.require_approval === true;
  const limits = (rule.limits ?? []).map((limit, index) =>
    compileLimit(limit, { rule: pointer([...place, "limits", index]), owner, mode, message }),
  );
  const rate = rule.rate_limit;
  if (rate !== undefined) {
    const limit = { counter: "rate_limit", window: rate.window, max: rate.max, scope: "session" } as const;
    limits.push(compileLimit(limit, { rule: at("rate_limit"), owner, mode, message }));
  }
  return {
    rule: pointer(place),
    action: rule.action === "deny" ? "deny" : asksAlways ? "ask" : "allow",
    actionRule: at(rule.require_approval === true ? "require_approval" : "action"),
    mode,
    message,
    require: conditionsOf("require"),
    denyIf: conditionsOf("deny_if"),
    ask: conditionsOf("require_approval"),
    limits: documentMode === "log_only" ? limits.map((limit) => ({ ...limit, mode: documentMode })) : limits,
  };
}

function compiled(condition: Condition, rule: string, originals: OriginalPaths): CompiledCondition {
  return { rule, text: describeCondition(condition), evaluate: compileCondition(condition, originals) };
}
