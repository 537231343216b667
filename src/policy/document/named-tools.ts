/** Every place of a document that names tools. */
import type { PolicyDocument } from "./document.ts";
import { ruleProperties } from "./rule-properties.ts";

interface Place {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

/** All tool patterns; the labels that may stand in place of some have no dot. */
export function* patternsOf(document: PolicyDocument): Generator<Place> {
  const { tools = {}, tiers = {}, hide, labels, flows, data } = document;
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
  // Earlier calls that conditions ask about.
  for (const { path, key, value } of ruleProperties(document)) if (key === "tool") yield* textsIn(value, path);
}

function* textsIn(patterns: unknown, path: readonly PropertyKey[]): Generator<Place> {
  if (typeof patterns === "string") yield { path, text: patterns };
  if (!Array.isArray(patterns)) return;
  for (const [index, text] of patterns.entries()) if (typeof text === "string") yield { path: [...path, index], text };
}
