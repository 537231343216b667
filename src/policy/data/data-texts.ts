/** Texts about personal data and secrets that were found. They name kinds and numbers, and never a value. */
import type { DataRule } from "./data-rules.ts";
import type { InspectedBytes } from "./inspect-bytes.ts";
import type { DataFinding, InspectedJson } from "./inspect-json.ts";

export interface DataVerdict {
  readonly verdict: "deny" | "report" | "redact" | "tokenize";
  readonly rule: string;
  readonly message: string;
}

type Refused = Extract<InspectedJson | InspectedBytes, { readonly ok: false }>;
type Place = "arguments" | "result";

export function deniedText(refused: Refused, path: string, place: Place): string {
  const { rule, kind } = refused;
  if (rule.message !== undefined) return rule.message;
  const consequence = place === "arguments" ? `${path} was not called` : `The result of ${path} is withheld`;
  if ("isChanged" in refused) {
    return `${consequence}: the policy changes data in its body, which is possible in UTF-8 text only.`;
  }
  return kind === undefined
    ? `${consequence}: its ${place} ${place === "arguments" ? "are" : "is"} too large to be searched for the data that the policy protects. Use smaller ones.`
    : `${consequence}: the policy does not let data of the kind ${kind} pass in ${place === "arguments" ? "arguments" : "results"}.`;
}

/** @param token whose value is stored and cannot be opened */
export function unopenedText(token: string, path: string): string {
  return `${path} was not called: ISOGATE_ENCRYPTION_KEY does not open the value of ${token}, which was sealed with another key. An admin can append that key after the current one (ISOGATE_ENCRYPTION_KEY="<current>,<previous>"); isogate doctor counts such values.`;
}

/** One mark for each rule that found something. */
export function marksOf(findings: readonly DataFinding[], place: Place): readonly DataVerdict[] {
  const byRule = Map.groupBy(findings, ({ rule }) => rule);
  return [...byRule].map(([rule, found]) => ({
    verdict: verdictOf(rule),
    rule: rule.rule,
    message: `${found.map((one) => countText(one)).join(", ")} in the ${place}${consequenceText(rule)}.`,
  }));
}

function verdictOf({ action, mode }: DataRule): DataVerdict["verdict"] {
  if (mode === "log_only") return action === "block" ? "deny" : "report";
  return action === "block" ? "deny" : action;
}

function countText({ kind, count }: DataFinding): string {
  if (count < 0) return `Too much to be searched for ${kind}`;
  return `${count} ${count === 1 ? "value" : "values"} of the kind ${kind}`;
}

const DONE = { report: "", redact: ", redacted", tokenize: ", replaced by tokens", block: ", refused" } as const;
const WOULD_BE = {
  report: "",
  redact: ", which would be redacted",
  tokenize: ", which would be replaced by tokens",
  block: ", which would be refused",
} as const;

function consequenceText({ action, mode }: DataRule): string {
  return mode === "log_only" ? WOULD_BE[action] : DONE[action];
}
