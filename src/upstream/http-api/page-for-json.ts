/**
 * An HTML page in the place of the JSON that a description promises: where a session has expired, servers answer with their sign-in page and
 * the status 200. As a value it would be a text like any other. Pure.
 */
import { quote } from "../../lib/shorten.ts";
import { MAX_FAILURE_CHARS } from "../../limits/upstream-limits.ts";
import { mediaTypeOf } from "../body-text.ts";
import type { ToolDefinition, ToolResult } from "../connector.ts";
import { SchemaChecker } from "../json-schema/schema-checker.ts";
import { oneVisibleLine } from "../upstream-explanation.ts";

const PAGES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);
const MAX_SEARCHED_CHARS = 8_000;
const TITLE = /<title(?:\s[^>]{0,200})?>([^<]{1,500})</i;
const MAX_TITLE_CHARS = 200;

/**
 * @param answer without secrets, of an operation whose description promises JSON alone
 * @param request what was called, for messages: `GET https://…/pets`
 * @returns a failure with the page as its body; where the tool's schema permits a text, the answer with a remark: descriptions call much JSON
 *   that is none. The answer itself if it is no page
 */
export function withoutPage(
  answer: ToolResult,
  { status, headers }: Response,
  request: string,
  { outputSchema }: ToolDefinition,
): ToolResult {
  const { structuredContent: page } = answer;
  const isPage = PAGES.has(mediaTypeOf(headers.get("content-type") ?? ""));
  if (!isPage || answer.isError === true || typeof page !== "string") return answer;
  const what = `answered with an HTML page${titleOf(page)} instead of the JSON that its description promises; it may be a sign-in page`;
  if (new SchemaChecker(outputSchema ?? {}).check(page, page.length).ok === true)
    return { ...answer, remark: `it ${what}. The value is the text of the page.` };
  const { structuredContent: _page, ...rest } = answer;
  const text = `HTTP ${status} from ${request}, which ${what}: check the credentials`;
  const body = page.slice(0, MAX_FAILURE_CHARS);
  return {
    ...rest,
    isError: true,
    content: [{ type: "text", text }],
    failure: { status, body },
    callOutcome: "unknown",
  };
}

function titleOf(page: string): string {
  const [, title = ""] = TITLE.exec(page.slice(0, MAX_SEARCHED_CHARS)) ?? [];
  const line = oneVisibleLine(title);
  return line === "" ? "" : ` (title ${quote(line, MAX_TITLE_CHARS)})`;
}
