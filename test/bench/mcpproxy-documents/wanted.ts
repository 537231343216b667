/** What a page says comes of a sample, and whether an answer is that. Pure. */

type TextTest = (text: unknown) => boolean;

/** The answer of `code_execution`. */
export interface Answer {
  readonly ok?: boolean;
  readonly value?: unknown;
  readonly error?: { readonly code?: string; readonly message?: string; readonly stack?: string };
}

export type Wanted = (answer: Answer) => boolean;

export const exactly =
  (wanted: string): TextTest =>
  (text) =>
    text === wanted;

export const starts =
  (wanted: string): TextTest =>
  (text) =>
    typeof text === "string" && text.startsWith(wanted);

export const contains =
  (wanted: string): TextTest =>
  (text) =>
    typeof text === "string" && text.includes(wanted);

/** Properties that are not named may be there, too; lists have as many items. */
export const value =
  (wanted: unknown): Wanted =>
  (answer) =>
    answer.ok === true && fits(answer.value ?? null, wanted);

/** The script has no value, as one of declarations. */
export const nothing: Wanted = (answer) => answer.ok === true;

/** Without tests, a message of any kind, and any stack or none. */
export const error =
  (code: string, message: TextTest = starts(""), stack: TextTest = () => true): Wanted =>
  ({ ok, error: found }) =>
    ok === false && found?.code === code && message(found.message) && stack(found.stack);

function fits(got: unknown, wanted: unknown): boolean {
  if (typeof wanted === "function") return (wanted as TextTest)(got);
  if (Array.isArray(wanted))
    return Array.isArray(got) && got.length === wanted.length && wanted.every((one, at) => fits(got[at], one));
  if (wanted === null || typeof wanted !== "object") return got === wanted;
  if (got === null || typeof got !== "object") return false;
  return Object.entries(wanted).every(([key, one]) => fits((got as Record<string, unknown>)[key], one));
}
