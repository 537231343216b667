/** A JSON body, checked against its schema: what is wrong with it is said by path. How long it may be is checked in front of all routes. */
import type * as z from "zod";
import { invalidInput, problem } from "./problem.ts";

const MAY_BE_HUGE = /\d[eE]\+?\d{3}|\d{309}/;

/** JSON.parse reads a number past all that there are as Infinity, of which null would be kept. */
function refuseHuge(_key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError("a number in it is too large");
  return value;
}

export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<{ readonly value: T } | Response> {
  let json: unknown;
  try {
    const text = await request.text();
    json = text === "" ? {} : JSON.parse(text, MAY_BE_HUGE.test(text) ? refuseHuge : undefined);
  } catch (error) {
    const detail = `The body is not JSON: ${error instanceof Error ? error.message : String(error)}`;
    return problem({ status: 400, code: "INVALID_REQUEST", detail });
  }
  const parsed = schema.safeParse(json);
  return parsed.success ? { value: parsed.data } : invalidInput("body", parsed.error);
}
