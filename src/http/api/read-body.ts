/** A JSON body, checked against its schema: what is wrong with it is said by path. How long it may be is checked in front of all routes. */
import type * as z from "zod";
import { invalidInput, problem } from "./problem.ts";

export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<{ readonly value: T } | Response> {
  let json: unknown;
  try {
    const text = await request.text();
    json = text === "" ? {} : JSON.parse(text);
  } catch (error) {
    const detail = `The body is not JSON: ${error instanceof Error ? error.message : String(error)}`;
    return problem({ status: 400, code: "INVALID_REQUEST", detail });
  }
  const parsed = schema.safeParse(json);
  return parsed.success ? { value: parsed.data } : invalidInput("body", parsed.error);
}
