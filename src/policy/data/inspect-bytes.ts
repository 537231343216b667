/** Looks for personal data and secrets in bytes, by the texts that they make. Nothing can be replaced in bytes, so a value that a rule would change refuses them. */
import { MAX_DATA_BYTES } from "../../limits/data-limits.ts";
import type { DataRule, WantedKind } from "./data-rules.ts";
import { inspectText, unsearched, type DataFinding, type RefusedData } from "./inspect-json.ts";

export type InspectedBytes =
  | { readonly ok: true; readonly findings: readonly DataFinding[] }
  | (RefusedData & {
      /** True where a rule would have changed a value. */
      readonly isChanged?: boolean;
    });

/**
 * @param size of the bytes
 * @param texts the same bytes in several charsets, each of which is let go before the next
 * @param known values that are replaced wherever they stand, as in `inspectJson`
 */
export function inspectBytes(
  size: number,
  texts: Iterable<string>,
  wanted: readonly WantedKind[],
  known?: ReadonlyMap<string, string>,
): InspectedBytes {
  if (size > MAX_DATA_BYTES) return unsearched("", wanted);
  let findings: readonly DataFinding[] = [];
  for (const text of texts) {
    const inspected = inspectText(text, wanted, () => "", known);
    if (!inspected.ok) return inspected;
    if (inspected.text !== text) {
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
