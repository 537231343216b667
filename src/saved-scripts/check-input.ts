/**
 * Checks the input of a saved script against its schema, like a tool's arguments. A schema that a person wrote has to be usable as a whole: one
 * with parts that cannot be checked is refused when the script is saved.
 */
import { MAX_SCRIPT_SCHEMA_CHARS, MAX_SCRIPT_SCHEMA_DEPTH } from "../limits/check-limits.ts";
import { isDeeper } from "../lib/nesting.ts";
import { checkValue } from "../upstream/arguments/check-args.ts";
import { replaceLongIntegers } from "../upstream/long-integers.ts";
import { SchemaChecker, describeProblem } from "../upstream/json-schema/schema-checker.ts";
import { keywordProblem } from "./schema-keywords.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Compiled schemas by text: compiling one takes longer than a small script. */
const known = new Map<string, SchemaChecker>();
const MAX_KNOWN = 100;

/** @param input JSON text. @returns a problem like `input.days must be number, not string.`; undefined if there is none */
export function checkInput(schema: Schema, input: string): string | undefined {
  const key = JSON.stringify(schema);
  let checker = known.get(key);
  if (checker === undefined) {
    if (known.size >= MAX_KNOWN) known.clear();
    checker = new SchemaChecker(schema);
    known.set(key, checker);
  }
  const value = replaceLongIntegers(JSON.parse(input), schema, Number);
  return checkValue(checker, value, input.length, "input");
}

/** @returns a sentence that says why the value cannot be used as a schema; undefined if it can */
export function schemaProblem(schema: Schema): string | undefined {
  if (isDeeper(schema, MAX_SCRIPT_SCHEMA_DEPTH)) {
    return `It is nested too deeply; at most ${MAX_SCRIPT_SCHEMA_DEPTH} levels are allowed.`;
  }
  const { length } = JSON.stringify(schema);
  if (length > MAX_SCRIPT_SCHEMA_CHARS) {
    return `It has ${length} characters of JSON; at most ${MAX_SCRIPT_SCHEMA_CHARS} are kept.`;
  }
  const wrong = keywordProblem(schema);
  if (wrong !== undefined) return describeProblem(wrong, "input_schema");
  const [remark] = new SchemaChecker(schema).remarks;
  return remark === undefined ? undefined : `${remark}.`;
}
