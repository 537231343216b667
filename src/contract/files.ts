/** Files that scripts keep: their names, and how REST shows them. */
import * as z from "zod";

/** One part of a name. It begins with no dot, so that there is neither `..` nor a hidden file. */
const PART = /^[\p{L}\p{N}_-][\p{L}\p{N}_. -]*$/u;

/** @param maxChars length of the whole name */
export function fileNameSchema(maxChars: number): z.ZodType<string> {
  const says = `a name of 1 to ${maxChars} letters, digits, '_', '-', '.' and blanks, in parts that are joined by '/'; no part begins with '.'`;
  return z
    .string()
    .max(maxChars, says)
    .refine((name) => name.split("/").every((part) => PART.test(part)), says);
}

const summary = {
  name: z.string(),
  type: z.enum(["text", "json", "bytes"]),
  bytes: z.int(),
  updated_at: z.iso.datetime(),
};

export const fileSummarySchema = z.object(summary);

export const fileSchema = z.object({
  ...summary,
  text: z.string().optional().describe("content of a text file"),
  json: z.unknown().optional().describe("content of a JSON file"),
  base64: z.string().optional().describe("content of a binary file, as base64"),
});

export type FileSummaryView = z.output<typeof fileSummarySchema>;
export type FileView = z.output<typeof fileSchema>;
