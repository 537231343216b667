/**
 * Models often write an object that a tool takes as text: `input: "{\"id\": 1}"`. The script gets the object, and the log says so. A
 * text that is no JSON object or list is a text.
 */
import { mayHoldLongNumber, parseForScript } from "../lib/exact-json.ts";

interface ReadInput {
  /** JSON text. */
  readonly text: string;
  readonly value: unknown;
  /** A line for the log. */
  readonly remark?: string;
}

/** As it is, whatever it is. */
export function asValue(input: unknown): ReadInput {
  const value = input === undefined ? {} : input;
  return { text: JSON.stringify(value), value };
}

export function readInput(input: unknown): ReadInput {
  const inside = typeof input === "string" ? inText(input) : undefined;
  if (inside === undefined) return asValue(input);
  const kind = Array.isArray(inside.value) ? "list" : "object";
  const remark = `input was given as JSON text; the script gets the parsed ${kind}.`;
  return { ...inside, remark };
}

/** With the text as it came, unless it has numbers that JavaScript would change. */
function inText(text: string): { text: string; value: object } | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = parseForScript(text);
    if (typeof value !== "object" || value === null) return undefined;
    return { text: mayHoldLongNumber(text) ? JSON.stringify(value) : text, value };
  } catch {
    return undefined;
  }
}
