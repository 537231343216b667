/** The result of a call as one page of its list. */
import type { HttpSource, ToolDefinition } from "../connector.ts";
import { readPage, type Page } from "./next-page.ts";
import { planOf } from "../operation-plan.ts";
import type { Result } from "../../lib/result.ts";

/** @param value of the call, unwrapped */
export function pageOf(
  tool: ToolDefinition,
  args: Readonly<Record<string, unknown>>,
  value: unknown,
  source: HttpSource | undefined,
): Result<Page, string> {
  const plan = tool.paged && planOf(tool)?.pagination;
  if (plan === undefined || source === undefined) return { ok: false, error: "it has no pages" };
  return readPage(plan, args, value, source);
}
