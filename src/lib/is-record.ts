/** @returns true for an object that is no list */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** @returns true for a list of objects, none of which is a list */
export function isListOfRecords(value: unknown): value is Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.every(isRecord);
}
