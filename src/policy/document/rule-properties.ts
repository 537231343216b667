/** Every property of the rules of a document, for those that look for some of them at any depth; the depth of a document is bounded. */
import { isRecord } from "../../lib/is-record.ts";
import type { PolicyDocument } from "./document.ts";

type Place = readonly PropertyKey[];

/** The tools whose arguments `path` and `ref` of a condition read; an earlier call is one of those that the selector around it names. */
interface Readers {
  readonly subject: readonly string[];
  readonly present: readonly string[];
}

interface RuleProperty extends Readers {
  readonly path: Place;
  readonly key: string;
  readonly value: unknown;
  /** The object that has the property. */
  readonly owner: Readonly<Record<string, unknown>>;
}

export function* ruleProperties({ tools = {}, all_tools }: PolicyDocument): Generator<RuleProperty> {
  for (const [name, rule] of Object.entries(tools)) yield* within(rule, ["tools", name], readers([name]));
  yield* within(all_tools, ["all_tools"], readers(["*"]));
}

function readers(tools: readonly string[]): Readers {
  return { subject: tools, present: tools };
}

function* within(value: unknown, path: Place, { subject, present }: Readers): Generator<RuleProperty> {
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) yield* within(inner, [...path, index], { subject, present });
  }
  if (!isRecord(value)) return;
  const { tool } = value;
  const own = { subject: tool === undefined ? subject : textsOf(tool), present };
  for (const [key, inner] of Object.entries(value)) {
    yield { path: [...path, key], key, value: inner, owner: value, ...own };
    yield* within(inner, [...path, key], own);
  }
}

/** @returns the patterns of a place that may have one, or a list of them */
export function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((item) => typeof item === "string");
}
