/**
 * Reads the issues of zod back from the message of an error. The MCP SDK has no error of its own for a message that breaks the protocol's
 * schema: it throws the issues as JSON text, which is nothing for a person or a model to read.
 */
import * as z from "zod";

export type PrintedIssue = z.output<typeof issueSchema>;

const pathSchema = z.array(z.union([z.string(), z.number()]));
const issueSchema = z.object({
  code: z.string().optional(),
  path: pathSchema,
  message: z.string(),
  /** The type, of `invalid_type`. */
  expected: z.string().optional(),
  /** The allowed values, of `invalid_value`. */
  values: z.array(z.unknown()).optional(),
  /** The issues of each form, of `invalid_union`. */
  get errors() {
    return z.array(z.array(issueSchema)).optional();
  },
});
const issuesSchema = z.array(issueSchema).min(1);

const MAX_NAMED = 3;
/** A message of megabytes with a wrong value in each of its bytes has issues of a hundred times that length. */
const MAX_READ_CHARS = 100_000;
const TOO_MANY: readonly PrintedIssue[] = [{ path: [], message: "too many values have a wrong form" }];

/** @returns the issues and the text before them; undefined if the message does not end with a list of issues */
export function printedIssues(
  message: string,
): { readonly before: string; readonly issues: readonly PrintedIssue[] } | undefined {
  const begin = message.slice(0, MAX_READ_CHARS).search(/\[\s*\{/);
  if (begin === -1) return undefined;
  if (message.length > MAX_READ_CHARS) return { before: message.slice(0, begin), issues: TOO_MANY };
  try {
    const issues = issuesSchema.safeParse(JSON.parse(message.slice(begin))).data;
    return issues && { before: message.slice(0, begin), issues };
  } catch {
    return undefined;
  }
}

/** @returns the first issues in one line */
export function issuesLine(issues: readonly PrintedIssue[]): string {
  const named = issues
    .slice(0, MAX_NAMED)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`));
  return [...named, ...(issues.length > MAX_NAMED ? [`and ${issues.length - MAX_NAMED} more`] : [])].join("; ");
}
