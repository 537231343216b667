/** @returns true for an object that is no list */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** @returns true for a list of objects, none of which is a list */
export function isListOfRecords(value: unknown): value is Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.every(isRecord);
}

/** @returns the value, or an object without fields if it is none */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** @returns the value, or an empty list if it is none */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
