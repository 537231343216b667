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
  /** What there is to choose from, of `invalid_value`. */
  values: z.array(z.unknown()).optional(),
  /** The issues of each form, of `invalid_union`. */
  get errors() {
    return z.array(z.array(issueSchema)).optional();
  },
});
const issuesSchema = z.array(issueSchema).min(1);

/** @returns undefined if the text does not end with a list of issues */
export function printedIssues(message: string): readonly PrintedIssue[] | undefined {
  const begin = message.search(/\[\s*\{/);
  if (begin === -1) return undefined;
  try {
    return issuesSchema.safeParse(JSON.parse(message.slice(begin))).data;
  } catch {
    return undefined;
  }
}
