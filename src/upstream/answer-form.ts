/**
 * The forms in which a script can ask for an answer. What the policy remembers of a call may not depend on the form: a condition on earlier
 * calls would otherwise hold for `tool()` and not for `tool.raw()`.
 */
import type { ToolResult } from "./connector.ts";
import { unwrapResult } from "./result.ts";

/** `raw` is the result of the tool as it came, `page` a page of a list with the arguments of the next. */
export type AnswerForm = "value" | "raw" | "page";

/** `value` is JSON text; absent where it is not known, as for a page, which is only a part of what the tool returned. */
export type ParsedAnswer = { readonly ok: true; readonly value?: string } | { readonly ok: false };

/** @param json the answer as the script gets it @returns the tool's value */
export function parseAnswer(json: string, form: AnswerForm): ParsedAnswer {
  if (form === "value") return { ok: true, value: json };
  if (form === "page") return { ok: true };
  const unwrapped = unwrapResult(JSON.parse(json) as ToolResult);
  return unwrapped.ok ? { ok: true, value: JSON.stringify(unwrapped.value) ?? "null" } : { ok: false };
}
