/** JSON that a person typed into a field; nothing typed is nothing given. */
export type JsonInput =
  | { readonly ok: true; readonly given: boolean; readonly value?: unknown }
  | { readonly ok: false; readonly detail: string };

/** @param name of the field, for who has to mend it */
export function readJson(text: string, name: string): JsonInput {
  if (text.trim() === "") return { ok: true, given: false };
  try {
    return { ok: true, given: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, detail: `${name} is not JSON: ${reason}` };
  }
}
