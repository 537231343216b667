/** Schemas of `/api/v1/doctor`. */
import * as z from "zod";

const checkSchema = z.strictObject({
  of: z.enum(["upstream", "secret", "binding", "limit", "setting"]),
  name: z.string(),
  state: z.enum(["ok", "warning", "problem"]).describe("warning = it works, but maybe not as intended"),
  message: z.string().describe("the finding, and what to do about it"),
});

export const examinationSchema = z.strictObject({ ok: z.boolean(), checks: z.array(checkSchema) });

export type Check = z.output<typeof checkSchema>;
export type Examination = z.output<typeof examinationSchema>;
