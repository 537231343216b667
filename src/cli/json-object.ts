/** Arguments of a tool, as a person writes them on the command line. */
import { parseExact } from "../lib/exact-json.ts";
import { isRecord } from "../lib/is-record.ts";

/** @returns undefined for anything but a JSON object; long integers keep their digits */
export function readJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseExact(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
