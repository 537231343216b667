/** Every place of a document that names an argument of tools, with the patterns of the tools that it is read from. */
import { isRecord } from "../../lib/is-record.ts";
import { parsePath } from "../values/value-path.ts";
import type { PolicyDocument } from "./document.ts";

type Place = readonly PropertyKey[];

interface NamedArgument {
  readonly path: Place;
  /** The name as it is written: `text`, or `args.text` in a path. */
  readonly text: string;
  readonly argument: string;
  /** Patterns, with those of labels in their place. */
  readonly tools: readonly string[];
}

export function* argumentsOf({
  tools = {},
  all_tools,
  flows = [],
  labels = {},
}: PolicyDocument): Generator<NamedArgument> {
  for (const [name, rule] of Object.entries(tools)) yield* inRule(rule, ["tools", name], [name]);
  yield* inRule(all_tools, ["all_tools"], ["*"]);
  for (const [index, { to, args = [] }] of flows.entries()) {
    const patterns = listOf(to).flatMap((name) => (Object.hasOwn(labels, name) ? (labels[name] ?? []) : [name]));
    for (const [at, argument] of args.entries()) {
      yield { path: ["flows", index, "args", at], text: argument, argument, tools: patterns };
    }
  }
}

function* inRule(rule: unknown, path: Place, tools: readonly string[]): Generator<NamedArgument> {
  if (!isRecord(rule)) return;
  for (const key of ["require", "deny_if", "require_approval"]) {
    yield* inConditions(rule[key], [...path, key], { subject: tools, present: tools });
  }
  if (!Array.isArray(rule["limits"])) return;
  for (const [index, limit] of (rule["limits"] as readonly unknown[]).entries()) {
    if (isRecord(limit)) yield* inPath(limit["increment_from"], [...path, "limits", index, "increment_from"], tools);
  }
}

/** The tools whose arguments `path` and `ref` of a condition read; an earlier call is one of those that the selector names. */
interface Readers {
  readonly subject: readonly string[];
  readonly present: readonly string[];
}

/** The depth of a document is bounded. */
function* inConditions(value: unknown, path: Place, tools: Readers): Generator<NamedArgument> {
  if (!Array.isArray(value)) return;
  for (const [index, condition] of (value as readonly unknown[]).entries()) {
    yield* inCondition(condition, [...path, index], tools);
  }
}

function* inCondition(value: unknown, path: Place, tools: Readers): Generator<NamedArgument> {
  if (!isRecord(value)) return;
  yield* inPath(value["path"], [...path, "path"], tools.subject);
  yield* inPath(value["ref"], [...path, "ref"], tools.present);
  for (const kind of ["all", "any"]) yield* inConditions(value[kind], [...path, kind], tools);
  yield* inCondition(value["not"], [...path, "not"], tools);
  for (const kind of ["formerly", "previous", "since", "count", "sum"]) {
    yield* inSelector(value[kind], [...path, kind], tools.present);
  }
}

function* inSelector(value: unknown, path: Place, present: readonly string[]): Generator<NamedArgument> {
  if (!isRecord(value)) return;
  const subject = listOf(value["tool"]);
  yield* inConditions(value["where"], [...path, "where"], { subject, present });
  for (const key of ["of", "distinct"]) yield* inPath(value[key], [...path, key], subject);
  for (const key of ["without", "always", "each"]) yield* inSelector(value[key], [...path, key], present);
}

function* inPath(text: unknown, path: Place, tools: readonly string[]): Generator<NamedArgument> {
  const read = typeof text === "string" ? parsePath(text) : "";
  if (typeof text !== "string" || typeof read === "string" || read.isOuter || read.root !== "args") return;
  const [step] = read.steps;
  if (step !== undefined && step !== "each" && "key" in step) yield { path, text, argument: step.key, tools };
}

function listOf(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.filter((item) => typeof item === "string");
}
