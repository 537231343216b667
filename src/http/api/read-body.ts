/** A JSON body, checked against its schema: what is wrong with it is said by path. */
import type * as z from "zod";
import { mayHoldLongNumber, parseForScript } from "../../lib/exact-json.ts";
import { excessOfJson } from "../../lib/json-scanner.ts";
import { MAX_JSON_NAMES, MAX_JSON_VALUES } from "../../limits/json-limits.ts";
import { isRecord } from "../../lib/is-record.ts";
import type { PrincipalBodyRefusal } from "../request-body.ts";
import { invalidInput, problem } from "./problem.ts";
import type { Result } from "../../lib/result.ts";
import { readUtf8 } from "../../lib/utf8.ts";
import { messageOf } from "../../lib/message-of.ts";

/** Digits are counted from the first of a row only: from each of them, a body of nothing else would be read 309 times. */
const MAY_BE_HUGE = /\d[eE]\+?\d{3}|(?<!\d)\d{309}/;

/** JSON.parse reads a number past all that there are as Infinity, of which null would be kept. */
function refuseHuge(_key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new RangeError("it contains a number that is too large");
  return value;
}

/** Properties of bodies that are handed to scripts and tools. */
const HANDED_ON = ["input", "args"];

/** What is handed to scripts and tools keeps the digits of its long integers, as what tools answer does. */
function withExactNumbers(json: unknown, text: string, isHandedOn: boolean): unknown {
  const exact = parseForScript(text);
  if (isHandedOn) return exact;
  if (!isRecord(json) || !isRecord(exact)) return json;
  const kept = HANDED_ON.flatMap((name) => (Object.hasOwn(exact, name) ? [[name, exact[name]] as const] : []));
  return { ...json, ...Object.fromEntries(kept) };
}

/** @param isHandedOn the whole body is the arguments of a tool @returns a refusal when the body could not be read, is not JSON or does not fit */
export function parseBody<T>(
  body: Result<Uint8Array<ArrayBuffer>, PrincipalBodyRefusal>,
  schema: z.ZodType<T>,
  isHandedOn = false,
): { readonly value: T } | Response {
  if (!body.ok) return problem(body.error);
  const text = readUtf8(body.value);
  if (text === undefined) return problem({ code: "INVALID_REQUEST", detail: "The body is not UTF-8." });
  const excess = excessOfJson(text, { maxNames: MAX_JSON_NAMES, maxValues: MAX_JSON_VALUES });
  if (excess !== undefined) return problem({ code: "INVALID_REQUEST", detail: `The body ${excess}.` });
  let json: unknown;
  try {
    json = text === "" ? {} : JSON.parse(text, MAY_BE_HUGE.test(text) ? refuseHuge : undefined);
    if (mayHoldLongNumber(text)) json = withExactNumbers(json, text, isHandedOn);
  } catch (error) {
    const detail = `The body is not JSON: ${messageOf(error)}`;
    return problem({ code: "INVALID_REQUEST", detail });
  }
  const parsed = schema.safeParse(json);
  return parsed.success ? { value: parsed.data } : invalidInput("body", parsed.error, json);
}
