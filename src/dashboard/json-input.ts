/** Parses JSON that a person typed into a field; an empty field has no value. */
export type JsonInput =
  | { readonly ok: true; readonly given: boolean; readonly value?: unknown }
  | { readonly ok: false; readonly detail: string };

/** @param name the field's name, for the error message */
export function readJson(text: string, name: string): JsonInput {
  if (text.trim() === "") return { ok: true, given: false };
  try {
    return { ok: true, given: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, detail: `${name} is not JSON: ${reason}` };
  }
}
