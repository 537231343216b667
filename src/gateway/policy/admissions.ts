/** Parts of the answers of the PolicyHost to one call. */
import type { Admission } from "../../enforcement/call-guard.ts";
import type { PolicyInForce } from "../../enforcement/policy-in-force.ts";
import type { Decision, DecisionRequest } from "../../policy/decide.ts";
import type { ExceededLimit } from "../../policy/limits.ts";
import { unopenedText } from "../../policy/data/data-texts.ts";
import type { RunScope } from "../../runs/run-scope.ts";
import type { Ruling } from "../../enforcement/ruling.ts";

export function unreadable(policy: PolicyInForce, path: string): Admission {
  const message = `${path} was denied, because the policy could not be applied: its counters and history cannot be read or written. Try again later.`;
  return deniedBefore(policy, path, message);
}

/** @param token whose value cannot be opened */
export function unopened(policy: PolicyInForce, path: string, token: string): Admission {
  return deniedBefore(policy, path, unopenedText(token, path));
}

/** A call that no rule was asked about. */
function deniedBefore({ hash }: PolicyInForce, path: string, message: string): Admission {
  const ruling: Ruling = { decision: "deny", rule: "", policy: hash, path, logged: [] };
  return { verdict: "deny", ruling, error: { code: "POLICY_DENIED", message, rule: "" } };
}

export function ownersOf(
  { credential, principal = "" }: Pick<RunScope, "credential" | "principal">,
  run: string,
  session: string | undefined,
): DecisionRequest["owners"] {
  return { grant: credential ?? principal, principal, run, ...(session !== undefined && { session }) };
}

export function limited({ rule, message, retryAfterMs }: ExceededLimit) {
  return {
    code: "RATE_LIMITED",
    message,
    rule,
    ...(retryAfterMs !== undefined && { retry_after_ms: Math.ceil(retryAfterMs) }),
  };
}

export function rulingOf({ hash }: PolicyInForce, { verdict, rule, logged }: Decision, path: string): Ruling {
  return { decision: verdict, rule, policy: hash, path, logged };
}

export function notAllowed(decision: Exclude<Decision, { verdict: "allow" }>, ruling: Ruling): Admission {
  const { verdict, message, rule } = decision;
  if (verdict === "ask") return { verdict, ruling, message };
  return { verdict, ruling, error: { code: "POLICY_DENIED", message, rule } };
}

export function overLimit(exceeded: ExceededLimit, ruling: Ruling): Admission {
  return {
    verdict: "deny",
    ruling: { ...ruling, decision: "deny", rule: exceeded.rule },
    error: limited(exceeded),
  };
}

/** A call that a person approved is recorded with the rule that required it, so that a replay under the same policy decides alike. */
export function approvedBy({ approvedRule }: Extract<Decision, { verdict: "allow" }>): Partial<Ruling> {
  return approvedRule === undefined ? {} : { decision: "ask", rule: approvedRule };
}
