/** Every place of a document that names tools. */
import { isRecord } from "../../lib/is-record.ts";
import type { PolicyDocument } from "./document.ts";

interface Place {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/** All tool patterns; the labels that may stand in place of some have no dot. */
export function* patternsOf({
  tools = {},
  all_tools,
  tiers = {},
  hide,
  labels,
  flows,
  data,
}: PolicyDocument): Generator<Place> {
  for (const name of Object.keys(tools)) yield { path: ["tools", name], text: name };
  for (const name of Object.keys(tiers)) yield { path: ["tiers", name], text: name };
  yield* textsIn(hide, ["hide"]);
  for (const [label, list] of Object.entries(labels ?? {})) yield* textsIn(list, ["labels", label]);
  for (const [index, { from, with: beside, to }] of (flows ?? []).entries()) {
    for (const [key, patterns] of Object.entries({ from, with: beside, to })) {
      yield* textsIn(patterns, ["flows", index, key]);
    }
  }
  for (const [index, rule] of (data ?? []).entries()) {
    yield* textsIn(rule.tools, ["data", index, "tools"]);
    yield* textsIn(rule.reveal, ["data", index, "reveal"]);
  }
  yield* selectorsIn(tools, ["tools"]);
  yield* selectorsIn(all_tools, ["all_tools"]);
}

function* textsIn(patterns: unknown, path: readonly PropertyKey[]): Generator<Place> {
  if (typeof patterns === "string") yield { path, text: patterns };
  if (!Array.isArray(patterns)) return;
  for (const [index, text] of patterns.entries()) if (typeof text === "string") yield { path: [...path, index], text };
}

/** `tool` of the earlier calls that conditions ask about; the depth of a document is bounded. */
function* selectorsIn(value: unknown, path: readonly PropertyKey[]): Generator<Place> {
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) yield* selectorsIn(inner, [...path, index]);
  }
  if (!isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    // Under `tools` itself the keys are patterns.
    if (key === "tool" && path.length > 1) yield* textsIn(inner, [...path, key]);
    else yield* selectorsIn(inner, [...path, key]);
  }
}
