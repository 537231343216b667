/** Explains how a policy decides a call, with its limits as they are now. Nothing is reserved or recorded. */
import type { Explanation } from "../../contract/policy.ts";
import type { PolicyInForce } from "../../enforcement/policy-in-force.ts";
import { quote } from "../../lib/shorten.ts";
import type { ToolRules } from "../../policy/compile.ts";
import type { Classification } from "../../policy/tiers.ts";
import { deniedText, marksOf } from "../../policy/data/data-texts.ts";
import { decide, type DecisionRequest } from "../../policy/decide.ts";
import { inspectJson } from "../../policy/data/inspect-json.ts";
import { classifyCall } from "../../enforcement/call-tier.ts";
import { withDefaults } from "../../upstream/arguments/default-arguments.ts";
import { sentArguments } from "../../upstream/openapi/sent-arguments.ts";
import { limited } from "./admissions.ts";
import type { LimitCounters } from "./limit-counters.ts";
import { toolFacts, type ExplainedCall, type KnownTools } from "./policy-questions.ts";

interface ExplainSources extends Pick<DecisionRequest, "history" | "owners" | "now"> {
  readonly known: KnownTools;
  readonly counters: LimitCounters;
  /** The principal that would make the call. */
  readonly principal: string;
}

export function explainCall(
  { server, tool, args: given }: ExplainedCall,
  policy: PolicyInForce,
  { known, counters, principal, history, owners, now }: ExplainSources,
): Explanation {
  const isOwn = server === "";
  const path = isOwn ? tool : `${server}.${tool}`;
  const definition = known.get(path);
  const args = definition === undefined ? given : sentArguments(definition, withDefaults(definition, given));
  const classified = classifyCall(definition ?? { name: tool }, args);
  const call = {
    path,
    args,
    tool: toolFacts(path, args, known),
    principal: { id: principal },
    run: { id: "" },
    runId: "",
  };
  const decision = decide(policy.compiled, { call, history, owners, now });
  const data = policy.compiled.data?.toolData(path);
  const inspected = data && inspectJson(JSON.stringify(args), data.arguments, () => "");
  const marks = inspected === undefined ? [] : marksOf(inspected.findings, "arguments");
  const shared = {
    known: isOwn || definition !== undefined,
    tier: explainedTier(policy.compiled.rulesFor(path), classified),
    logged: [...decision.logged, ...marks].map((verdict) => ({ ...verdict })),
    policy: policy.hash,
  };
  if (inspected?.ok === false) {
    const message = deniedText(inspected, path, "arguments");
    return { ...shared, decision: "deny", rule: inspected.rule.rule, message, code: "POLICY_DENIED", limits: [] };
  }
  if (decision.verdict !== "allow") {
    const { verdict, rule, message } = decision;
    const isHiddenTool = decision.verdict === "deny" && decision.isHidden;
    const code = isHiddenTool ? "TOOL_NOT_FOUND" : verdict === "ask" ? "APPROVAL_REQUIRED" : "POLICY_DENIED";
    return { ...shared, decision: verdict, rule, message, code, limits: [], ...(isHiddenTool && { hidden: true }) };
  }
  const { limits, exceeded } = counters.look(decision.limits, now);
  if (exceeded === undefined) return { ...shared, decision: "allow", rule: decision.rule, limits };
  return { ...shared, decision: "deny", ...limited(exceeded), limits };
}

function explainedTier(rules: ToolRules, { tier: own, reason }: Classification): Classification {
  const { tier, entry } = rules.correctTier(own);
  return { tier, reason: entry === undefined ? reason : `The entry ${quote(entry, 80)} under tiers sets this tier.` };
}
