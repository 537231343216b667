/** Parses JSON that a person typed into a field; an empty field has no value. */
import { parseExact } from "../lib/exact-json.ts";
import { messageOf } from "../lib/message-of.ts";
import type { RestAnswer } from "./api.ts";

/** @param name the field's name, for the error message */
export function readJson(
  text: string,
  name: string,
): RestAnswer<{ readonly given: boolean; readonly value?: unknown }> {
  if (text.trim() === "") return { ok: true, value: { given: false } };
  try {
    return { ok: true, value: { given: true, value: parseExact(text) } };
  } catch (error) {
    const reason = messageOf(error);
    return { ok: false, error: { code: "INVALID_INPUT", detail: `${name} is not JSON: ${reason}` } };
  }
}
