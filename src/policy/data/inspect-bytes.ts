/** Looks for personal data and secrets in bytes, by the texts that they make. Nothing can be replaced in bytes, so a value that a rule would change refuses them. */
import type { DataRule, WantedKind } from "./data-rules.ts";
import { inspectJson } from "./inspect-json.ts";
import type { DataFinding, InspectedJson } from "./inspect-json.ts";

export type InspectedBytes =
  | { readonly ok: true; readonly findings: readonly DataFinding[] }
  | (Extract<InspectedJson, { readonly ok: false }> & {
      /** True where a rule would have changed a value. */
      readonly isChanged?: boolean;
    });

/**
 * @param texts the same bytes in several charsets
 * @param known values that are replaced wherever they stand, as in `inspectJson`
 */
export function inspectBytes(
  texts: readonly string[],
  wanted: readonly WantedKind[],
  known?: ReadonlyMap<string, string>,
): InspectedBytes {
  let findings: readonly DataFinding[] = [];
  for (const text of texts) {
    const json = JSON.stringify(text);
    const inspected = inspectJson(json, wanted, () => "", known);
    if (!inspected.ok) return inspected;
    if (inspected.json !== json) {
      const found = inspected.findings.find(({ rule }) => rule.mode === "enforce" && rule.action !== "report");
      const { rule = OF_TOKENS, kind } = found ?? {};
      return { ok: false, rule, kind, findings: inspected.findings, isChanged: true };
    }
    // The values that are found in one charset are found in others, too.
    if (findings.length === 0) ({ findings } = inspected);
  }
  return { ok: true, findings };
}

/** In place of the rule by which a value got its token: it may belong to another tool. */
const OF_TOKENS: DataRule = { rule: "", action: "tokenize", mode: "enforce", message: undefined };
