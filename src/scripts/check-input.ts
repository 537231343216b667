/**
 * The input of a saved script against its schema, in the words of `check-args.ts`. The check runs where other people's requests
 * do, so whoever wrote the schema, it ends soon: schemas have a size, patterns and subschemas a number of steps. Where the
 * check cannot be made the input does not fit.
 */
import { Validator } from "@cfworker/json-schema";
import { isDeeper } from "../nesting.ts";
import { describeErrors, draftOf } from "../runs/check-args.ts";
import { patternSteps } from "./pattern-steps.ts";

type Schema = Readonly<Record<string, unknown>>;

/** As JSON. */
const LONGEST_SCHEMA = 50_000;
const DEEPEST_SCHEMA = 60;
/** Uses of a subschema in one check; a second, about. A long list of small things needs one or two for each. */
const MOST_USES = 250_000;
/** Of one pattern and one text; a second or so. */
const MOST_STEPS = 1_000_000_000;
/** What a pattern has to be good for. */
const USUAL_TEXT = 500;
/** Each item is compared with each other one. */
const MOST_UNIQUE = 5_000;

interface Found {
  readonly patterns: string[];
  isUnique: boolean;
  usesLeft: number;
}

interface Checker {
  readonly validator: Validator;
  readonly found: Found;
}

/** By the schema's text: compiling one takes longer than a small script. */
const known = new Map<string, Checker | string>();
const MOST_KNOWN = 100;

/** @returns what is wrong, like `input.days must be number`; undefined when nothing is */
export function checkInput(schema: Schema, input: unknown): string | undefined {
  const key = JSON.stringify(schema);
  const checker = known.get(key) ?? compile(schema);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, checker);
  return typeof checker === "string" ? checker : check(checker, input);
}

/** @returns why it cannot be used as a schema */
export function schemaProblem(schema: Schema): string | undefined {
  const checker = compile(schema);
  return typeof checker === "string" ? checker : unusable(checker);
}

function compile(schema: Schema): Checker | string {
  if (isDeeper(schema, DEEPEST_SCHEMA)) return `It is nested too deeply; at most ${DEEPEST_SCHEMA} levels are kept.`;
  const { length } = JSON.stringify(schema);
  if (length > LONGEST_SCHEMA) return `It has ${length} characters of JSON; at most ${LONGEST_SCHEMA} are kept.`;
  const found: Found = { patterns: [], isUnique: false, usesLeft: MOST_USES };
  try {
    const counted = countedCopy(schema, found) as Schema;
    // Otherwise noticed only when an input gets as far as to it.
    for (const one of found.patterns) RegExp(one, "u");
    const slow = found.patterns.find((one) => patternSteps(one, USUAL_TEXT) > MOST_STEPS);
    if (slow === undefined) return { validator: new Validator(counted, draftOf(counted), false), found };
    return `The pattern ${quote(slow)} may take too long: begin it with ^, and repeat nothing that itself varies.`;
  } catch (error) {
    return messageOf(error);
  }
}

/** The validator reads this of each subschema whenever it uses it; of a recursion by that name nothing else is known here. */
const READ_AT_USE = "$recursiveRef";

function countedCopy(value: unknown, found: Found): unknown {
  if (Array.isArray(value)) return value.map((item) => countedCopy(item, found));
  if (value === null || typeof value !== "object") return value;
  const { pattern, patternProperties, uniqueItems } = value as Schema;
  if (typeof pattern === "string") found.patterns.push(pattern);
  if (patternProperties !== null && typeof patternProperties === "object") {
    found.patterns.push(...Object.keys(patternProperties));
  }
  found.isUnique ||= uniqueItems === true;
  if (Object.hasOwn(value, READ_AT_USE)) throw new Error(`${READ_AT_USE} is not supported; use $ref.`);
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, countedCopy(part, found)]));
  return Object.defineProperty(copy, READ_AT_USE, {
    get() {
      found.usesLeft -= 1;
      if (found.usesLeft < 0) throw new Error(`the schema takes more than ${MOST_USES} steps.`);
      return undefined;
    },
  });
}

/** Tried with an object that has nothing. */
function unusable({ validator, found }: Checker): string | undefined {
  found.usesLeft = MOST_USES;
  try {
    validator.validate({});
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function check({ validator, found }: Checker, input: unknown): string | undefined {
  const { text, items } = longestOf(input);
  if (found.isUnique && items > MOST_UNIQUE) {
    return `input has a list of ${items} items; at most ${MOST_UNIQUE} are compared (uniqueItems).`;
  }
  const slow = found.patterns.find((pattern) => patternSteps(pattern, text) > MOST_STEPS);
  if (slow !== undefined) {
    return `input has a text of ${text} characters; to match one of this length with ${quote(slow)} may take too long.`;
  }
  found.usesLeft = MOST_USES;
  try {
    const { valid, errors } = validator.validate(input);
    return valid ? undefined : describeErrors(errors, "input");
  } catch (error) {
    return `input cannot be checked: ${messageOf(error)}`;
  }
}

/** Lengths of the longest text or key, and of the longest list. */
function longestOf(input: unknown): { readonly text: number; readonly items: number } {
  let [text, items] = [0, 0];
  const waiting = [input];
  for (let value = waiting.pop(); waiting.length > 0 || value !== undefined; value = waiting.pop()) {
    if (typeof value === "string") text = Math.max(text, value.length);
    if (value === null || typeof value !== "object") continue;
    const parts: unknown[] = Object.values(value);
    if (Array.isArray(value)) items = Math.max(items, value.length);
    else for (const key of Object.keys(value)) text = Math.max(text, key.length);
    for (const part of parts) waiting.push(part);
  }
  return { text, items };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function quote(pattern: string): string {
  return JSON.stringify(pattern.slice(0, 200));
}
