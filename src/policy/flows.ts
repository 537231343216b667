/**
 * Rules about data flow: the results of which tools may not reach which arguments. For a call, the host says which earlier results may
 * have reached which of its arguments (by static analysis of the script, or by finding the values again). Where it cannot tell, every
 * earlier call of the run counts: the order of calls stands in for the flow. Values that handles, saved scripts and the store bring into
 * a run count like an earlier call.
 */
import { modeOf, type FlowDocument, type Mode, type PolicyDocument } from "./document/document.ts";
import { toolPattern, type OriginalPaths } from "./values/tool-pattern.ts";

/** The result of a tool, or a value that carries its label from an earlier run, and the arguments it may reach. */
export interface FlowSource {
  /** `server.tool`; undefined where only labels are known. */
  readonly tool?: string;
  readonly labels?: readonly string[];
  /** Top-level arguments of the call that it may reach. */
  readonly args: readonly string[] | "all";
}

export interface FlowFacts {
  /** The result of the analysis for this call. */
  readonly sources: readonly FlowSource[] | "unknown";
  /** Sources that came into the run from outside: handles, the store, saved scripts. */
  readonly carried: readonly FlowSource[];
}

export const NO_FLOWS: FlowFacts = { sources: [], carried: [] };

type Selects = (source: Pick<FlowSource, "tool" | "labels">) => boolean;
export type LabelTable = ReadonlyMap<string, (tool: string) => boolean>;

export interface CompiledFlow {
  readonly rule: string;
  readonly mode: Mode;
  readonly message: string | undefined;
  readonly from: Selects;
  readonly with: Selects | undefined;
  readonly to: (tool: string) => boolean;
  readonly args: ReadonlySet<string> | undefined;
  readonly needsApproval: boolean;
}

/** @param how `names` where the label allows something */
export function compileLabels(
  labels: NonNullable<PolicyDocument["labels"]>,
  originals: OriginalPaths,
  how: "matches" | "names" = "matches",
): LabelTable {
  const table = new Map<string, (tool: string) => boolean>();
  for (const [label, names] of Object.entries(labels)) {
    const patterns = names.map((name) => toolPattern(name, originals));
    table.set(label, (tool) => patterns.some((pattern) => pattern[how](tool)));
  }
  return table;
}

/** What the parts of a document have in common. */
export interface DocumentParts {
  readonly labels: LabelTable;
  readonly originals: OriginalPaths;
  readonly documentMode: Mode;
}

export function compileFlow(
  flow: FlowDocument,
  index: number,
  { labels: table, originals, documentMode }: DocumentParts,
): CompiledFlow {
  const select = (names: string | readonly string[]): Selects => {
    const each = (typeof names === "string" ? [names] : names).map((name): Selects => {
      const matches = table.get(name) ?? ((tool: string) => toolPattern(name, originals).matches(tool));
      return ({ tool, labels }) => (tool !== undefined && matches(tool)) || (labels?.includes(name) ?? false);
    });
    return (source) => each.some((selects) => selects(source));
  };
  const to = select(flow.to);
  return {
    rule: `/flows/${index}`,
    mode: modeOf(flow.mode, documentMode),
    message: flow.on_deny?.trim() || undefined,
    from: select(flow.from),
    with: flow.with === undefined ? undefined : select(flow.with),
    to: (tool) => to({ tool }),
    args: flow.args === undefined ? undefined : new Set(flow.args),
    needsApproval: flow.unless === "approved",
  };
}

/** @param earlier tools that this run has called */
export function flowHits(flow: CompiledFlow, facts: FlowFacts, earlier: ReadonlySet<string>): FlowSource | undefined {
  const everything = [...earlier].map((tool): FlowSource => ({ tool, args: "all" }));
  if (flow.with !== undefined && ![...everything, ...facts.carried].some(flow.with)) return undefined;
  // The analysis names every result that a script could pass on; a result that was not requested yet cannot be in the arguments.
  const sources =
    facts.sources === "unknown"
      ? everything
      : facts.sources.filter(({ tool }) => tool === undefined || earlier.has(tool));
  return [...sources, ...facts.carried].find((source) => flow.from(source) && reaches(source, flow));
}

function reaches({ args }: FlowSource, flow: CompiledFlow): boolean {
  if (args === "all" || flow.args === undefined) return args === "all" || args.length > 0;
  return args.some((name) => flow.args?.has(name));
}
