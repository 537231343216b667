/** A JSON body, checked against its schema: what is wrong with it is said by path. */
import type { Context } from "hono";
import type * as z from "zod";

export type Body<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly detail: string };

export async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<Body<T>> {
  let json: unknown;
  try {
    json = await c.req.json();
  } catch {
    return { ok: false, detail: "The body is not JSON." };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`);
  return { ok: false, detail: problems.slice(0, 5).join("; ") };
}
