/**
 * Compiles `data`, the rules about personal data and secrets in arguments and results. For a tool, they become one table for each
 * direction: what is looked for, and the strictest action for it.
 */
import { DATA_KINDS, FIND_KIND, MIN_CHARS_OF_KIND } from "../../detection/kinds.ts";
import type { Span } from "../../detection/span.ts";
import type { Pattern } from "../../patterns/pattern.ts";
import { modeOf } from "../document/document.ts";
import type { DataAction, DataRuleDocument, Mode, PolicyDocument } from "../document/document.ts";
import { compileLabels, type DocumentParts, type LabelTable } from "../flows.ts";
import { MAX_REMEMBERED_TOOLS } from "../values/policy-bounds.ts";
import { compileRegex } from "../values/regex.ts";
import { toolPattern } from "../values/tool-pattern.ts";

export type Direction = "arguments" | "results";

export interface DataRule {
  /** JSON pointer into the document. */
  readonly rule: string;
  readonly action: DataAction;
  readonly mode: Mode;
  readonly message: string | undefined;
}

/** @param spend is told of the steps of patterns, and throws when there have been too many */
type FindData = (text: string, spend: (steps: number) => void) => readonly Span[];

interface Finder {
  readonly find: FindData;
  /** UTF-16 length of the shortest text in which something can be found. */
  readonly minChars: number;
}

/** One kind of data for one tool in one direction. */
export interface WantedKind extends Finder {
  readonly kind: string;
  /** The strictest rule that changes or blocks the value; undefined if rules only report it. */
  readonly enforced: DataRule | undefined;
  /** Rules that report, and those in the mode log_only. */
  readonly reporting: readonly DataRule[];
}

export interface ToolData {
  readonly arguments: readonly WantedKind[];
  readonly results: readonly WantedKind[];
  /** Kinds whose tokens turn back into values in the arguments of the tool. */
  readonly revealed: ReadonlySet<string>;
}

export interface CompiledData {
  readonly tokenizes: boolean;
  /** @returns undefined if no rule concerns the tool */
  toolData(path: string): ToolData | undefined;
}

interface CompiledDataRule extends DataRule {
  readonly kinds: ReadonlySet<string>;
  readonly directions: ReadonlySet<Direction>;
  readonly concerns: (path: string) => boolean;
  readonly reveals: (path: string) => boolean;
}

/** Strictest first. */
const ORDER: readonly DataAction[] = ["block", "redact", "tokenize", "report"];

/** @returns undefined for a document without such rules, which then cost nothing */
export function compileData(
  { data = [], patterns = {}, labels: documentLabels = {} }: Pick<PolicyDocument, "data" | "patterns" | "labels">,
  parts: DocumentParts,
): CompiledData | undefined {
  if (data.length === 0) return undefined;
  const named = compileLabels(documentLabels, parts.originals, "names");
  const rules = data.map((rule, index) => compileRule(rule, index, { ...parts, named }));
  const finders = new Map<string, Finder>(
    DATA_KINDS.map((kind) => [kind, { find: FIND_KIND[kind], minChars: MIN_CHARS_OF_KIND[kind] }]),
  );
  for (const [kind, source] of Object.entries(patterns)) finders.set(kind, findPattern(compiled(source)));
  const known = new Map<string, ToolData | undefined>();
  return {
    tokenizes: rules.some(({ action }) => action === "tokenize"),
    toolData(path) {
      if (known.has(path)) return known.get(path);
      if (known.size >= MAX_REMEMBERED_TOOLS) known.clear();
      const found = lookUp(path, rules, finders);
      known.set(path, found);
      return found;
    },
  };
}

function lookUp(
  path: string,
  rules: readonly CompiledDataRule[],
  finders: ReadonlyMap<string, Finder>,
): ToolData | undefined {
  const wanted = (direction: Direction): readonly WantedKind[] => {
    const concerning = rules.filter((rule) => rule.directions.has(direction) && rule.concerns(path));
    return [...finders].flatMap(([kind, finder]) => {
      const ofKind = concerning.filter(({ kinds }) => kinds.has(kind));
      if (ofKind.length === 0) return [];
      const enforcing = ofKind.filter(({ mode, action }) => mode === "enforce" && action !== "report");
      const [enforced] = enforcing.toSorted((one, other) => ORDER.indexOf(one.action) - ORDER.indexOf(other.action));
      return [{ kind, ...finder, enforced, reporting: ofKind.filter((rule) => !enforcing.includes(rule)) }];
    });
  };
  const revealed = rules.filter(({ reveals }) => reveals(path)).flatMap(({ kinds }) => [...kinds]);
  const data = { arguments: wanted("arguments"), results: wanted("results"), revealed: new Set(revealed) };
  return data.arguments.length + data.results.length + revealed.length === 0 ? undefined : data;
}

interface DataParts extends DocumentParts {
  /** The tools that a value may be revealed to. */
  readonly named: LabelTable;
}

function compileRule(rule: DataRuleDocument, index: number, parts: DataParts): CompiledDataRule {
  const { labels, named, originals, documentMode } = parts;
  const { kinds, action, tools, reveal = [] } = rule;
  const where = action === "tokenize" ? "results" : (rule.in ?? "both");
  const reveals = selector(reveal, named, (name, path) => toolPattern(name).names(path));
  const concerns =
    tools === undefined
      ? () => true
      : selector(tools, labels, (name, path) => toolPattern(name, originals).matches(path));
  return {
    rule: `/data/${index}`,
    action,
    mode: modeOf(rule.mode, documentMode),
    message: rule.on_deny,
    kinds: new Set(kinds),
    directions: new Set(where === "both" ? (["arguments", "results"] as const) : [where]),
    // A tool that is told a value may repeat it in its answer.
    concerns: (path) => concerns(path) || reveals(path),
    reveals,
  };
}

function selector(
  names: string | readonly string[],
  labels: LabelTable,
  isMeant: (name: string, path: string) => boolean,
): (path: string) => boolean {
  const each = (typeof names === "string" ? [names] : names).map(
    (name) => labels.get(name) ?? ((path: string) => isMeant(name, path)),
  );
  return (path) => each.some((matches) => matches(path));
}

function compiled(source: string): Pattern {
  const pattern = compileRegex(source);
  if (typeof pattern === "string") throw new TypeError(`${source}: ${pattern}`);
  return pattern;
}

function findPattern(pattern: Pattern): Finder {
  const find: FindData = (text, spend) => {
    const spans: Span[] = [];
    for (let from = 0; from < text.length;) {
      const found = pattern.find(text, from, spend);
      if (found === undefined) break;
      if (found.end > found.start) spans.push(found);
      from = Math.max(found.end, found.start + 1);
    }
    return spans;
  };
  // An empty match is no value.
  return { find, minChars: Math.max(1, pattern.minChars) };
}
