/** The answer of a GraphQL API → the result of a tool. An answer with errors is a failure, whatever its status: its body has the data, too. */
import * as z from "zod";
import { excessOfJson } from "../../lib/json-scanner.ts";
import { MAX_JSON_NAMES, MAX_JSON_VALUES } from "../../limits/json-limits.ts";
import { isRecord } from "../../lib/is-record.ts";
import { isDeeper } from "../../lib/nesting.ts";
import { parseForScript } from "../../lib/exact-json.ts";
import { MAX_VALUE_DEPTH } from "../../limits/upstream-limits.ts";
import { readableText } from "../body-text.ts";
import type { ToolResult } from "../connector.ts";
import type { Redaction } from "../credentials/redaction.ts";
import { upstreamExplanation } from "../upstream-explanation.ts";
import { readHttpAnswer } from "../http-api/read-http-answer.ts";

const answerSchema = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.unknown()).nullish(),
});

/** @param field of the answer that is the value; undefined for all of it @param redaction applied to a failure before it is cut to a length */
export async function readGraphqlAnswer(
  response: Response,
  at: string,
  field: string | undefined,
  redaction: Redaction,
): Promise<ToolResult> {
  const { status, headers } = response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = readableText(bytes, headers.get("content-type") ?? "");
  const excess = excessOfJson(text, { maxNames: MAX_JSON_NAMES, maxValues: MAX_JSON_VALUES });
  if (excess !== undefined) return failure(status, "", `${at} answered with JSON that ${excess}`, status < 400);
  const answer = answerSchema.safeParse(parsed(text)).data;
  const hasErrors = answer?.errors != null && answer.errors.length > 0;
  // Without errors an answer has data (GraphQL, 7.1): `{"message": "try later"}` must not count as the value null.
  const hasData = answer?.data != null && (field === undefined || Object.hasOwn(answer.data, field));
  if (answer === undefined || (!hasErrors && (status >= 400 || !hasData))) {
    if (status >= 400) return readHttpAnswer(new Response(text, { status, headers }), `POST ${at}`, at);
    return failure(
      status,
      redaction.text(text).slice(0, 20_000),
      `${at} answered with something that is not a GraphQL answer`,
      true,
    );
  }
  if (hasErrors) return failure(status, redaction.value(answer), `${at} answered with errors`, mayBeDone(answer));
  const value = field === undefined ? answer.data : answer.data?.[field];
  return { content: [{ type: "text", text: JSON.stringify(value ?? null) }] };
}

/**
 * Without data nothing was executed (GraphQL, section 7.1). A field whose own error is the only one has failed; errors within its selection,
 * which a script chooses, come after the field was executed.
 */
function mayBeDone({ data, errors }: z.infer<typeof answerSchema>): boolean {
  if (data === undefined) return false;
  const isOfField = (error: unknown): boolean =>
    isRecord(error) && Array.isArray(error["path"]) && error["path"].length === 1;
  return Object.values(data ?? {}).some((value) => value !== null) || errors?.every(isOfField) !== true;
}

function failure(status: number, body: unknown, what: string, isUnknown: boolean): ToolResult {
  const words = upstreamExplanation(typeof body === "string" ? body : JSON.stringify(body));
  const message = `${what}${words === "" ? "" : `: ${words}`}`;
  const outcome = isUnknown && { callOutcome: "unknown" as const };
  return { isError: true, content: [{ type: "text", text: message }], failure: { status, body }, ...outcome };
}

function parsed(text: string): unknown {
  try {
    const value = parseForScript(text);
    return isDeeper(value, MAX_VALUE_DEPTH) ? undefined : value;
  } catch {
    return undefined;
  }
}
