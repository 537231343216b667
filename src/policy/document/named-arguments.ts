/** Every place of a document that names an argument of tools, with the patterns of the tools that it is read from. */
import { parsePath } from "../values/value-path.ts";
import type { PolicyDocument } from "./document.ts";
import { ruleProperties, textsOf } from "./rule-properties.ts";

type Place = readonly PropertyKey[];

interface NamedArgument {
  readonly path: Place;
  /** The name as it is written: `text`, or `args.text` in a path. */
  readonly text: string;
  readonly argument: string;
  /** Patterns, with those of labels in their place. */
  readonly tools: readonly string[];
}

const PATHS = ["path", "of", "distinct", "increment_from"];

export function* argumentsOf(document: PolicyDocument): Generator<NamedArgument> {
  for (const { path, key, value, subject, present } of ruleProperties(document)) {
    if (key === "ref") yield* inPath(value, path, present);
    else if (PATHS.includes(key)) yield* inPath(value, path, subject);
  }
  const { flows = [], labels = {} } = document;
  for (const [index, { to, args = [] }] of flows.entries()) {
    const patterns = textsOf(to).flatMap((name) => (Object.hasOwn(labels, name) ? (labels[name] ?? []) : [name]));
    for (const [at, argument] of args.entries()) {
      yield { path: ["flows", index, "args", at], text: argument, argument, tools: patterns };
    }
  }
}

function* inPath(text: unknown, path: Place, tools: readonly string[]): Generator<NamedArgument> {
  const read = typeof text === "string" ? parsePath(text) : "";
  if (typeof text !== "string" || typeof read === "string" || read.isOuter || read.root !== "args") return;
  const [step] = read.steps;
  if (step !== undefined && step !== "each" && "key" in step) yield { path, text, argument: step.key, tools };
}
