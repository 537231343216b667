/** Finds integers that a script writes with more digits than a number keeps, as ids of 64 bits. They are rounded without an error. */
import type { Literal, Program } from "acorn";
import { MARK } from "../script-lines.ts";
import { positionsIn, type Locate } from "../syntax/position.ts";
import { nodesIn } from "../syntax/syntax-tree.ts";

const MAX_REMARKS = 3;
const MAX_SHOWN_DIGITS = 40;
/** Each integer of up to 15 digits is a number. */
const MAY_BE_ROUNDED = /\d[\d_]{15}/;
const INTEGER = /^[1-9][\d_]*$/;

/** @param code the text of `program`; `locate` maps its positions @returns lines of log about the first ones */
export function roundedIntegers(program: Program, code: string, locate: Locate): readonly string[] {
  if (!MAY_BE_ROUNDED.test(code)) return [];
  const placeAt = positionsIn(code);
  const lines = new Set<string>();
  for (const node of nodesIn(program)) {
    if (lines.size === MAX_REMARKS) break;
    const { type, raw = "", value } = node as Literal;
    if (type !== "Literal" || typeof value !== "number" || !INTEGER.test(raw)) continue;
    const written = raw.replaceAll("_", "");
    const place = locate(placeAt(node.start));
    if (place === undefined || keepsDigits(written, value)) continue;
    const shown = written.length > MAX_SHOWN_DIGITS ? `${written.slice(0, MAX_SHOWN_DIGITS)}…` : written;
    lines.add(
      `${MARK} line ${place.line}: ${shown} becomes ${value} as a number. To keep its digits, write it as a text, "${shown}", also for a tool that takes a number.`,
    );
  }
  return [...lines];
}

/** An integer in front of zeros may have no exact double, and is still written and sent as what it is: 10 ** 25. */
function keepsDigits(written: string, value: number): boolean {
  const [digits = ""] = String(value).split("e");
  return digits.replace(".", "").padEnd(written.length, "0") === written;
}
