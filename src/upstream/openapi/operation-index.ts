/**
 * Finds the operation of an HTTP request, `GET /pets/7`, among the tools of an OpenAPI upstream, and the values of its path parameters. A
 * concrete path wins over one with parameters, as OpenAPI says.
 */
import type { OperationRequest } from "../../../sdk-gen/index.ts";
import type { ToolDefinition } from "../connector.ts";
import { planOf } from "../operation-plan.ts";

export interface Operation {
  readonly tool: ToolDefinition;
  readonly plan: OperationRequest;
}

export interface MatchedOperation extends Operation {
  /** Decoded texts by the names of the path parameters. */
  readonly inPath: ReadonlyMap<string, string>;
  /** Values of the query that the description does not fix. */
  readonly query: ReadonlyMap<string, readonly string[]>;
}

export interface OperationIndex {
  readonly operations: readonly Operation[];
  /** @param target path and query, percent-encoded @returns undefined where no operation has this method and path */
  find(method: string, target: string): MatchedOperation | undefined;
  /** Methods of the operations that a path has. */
  methodsOf(target: string): readonly string[];
}

/** A segment of a path template: texts, and the names of the parameters between them. */
interface Segment {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

interface Template extends Operation {
  readonly segments: readonly Segment[];
  readonly fixedQuery: readonly (readonly [string, string])[];
  readonly parameters: number;
}

/** @param tools of one upstream; those that are no operations of an OpenAPI description are passed over */
export function operationIndex(tools: readonly ToolDefinition[]): OperationIndex {
  const operations = tools.flatMap((tool): Operation[] => {
    const plan = planOf(tool);
    return plan === undefined ? [] : [{ tool, plan }];
  });
  const templates = new Map<string, Template[]>();
  for (const operation of operations) {
    const template = templateOf(operation);
    const key = `${operation.plan.method} ${template.segments.length}`;
    const same = templates.get(key);
    if (same === undefined) templates.set(key, [template]);
    else same.push(template);
  }
  for (const same of templates.values()) {
    same.sort((a, b) => a.parameters - b.parameters || b.fixedQuery.length - a.fixedQuery.length);
  }
  const find: OperationIndex["find"] = (method, target) => {
    const given = readTarget(target);
    if (given === undefined) return undefined;
    for (const template of templates.get(`${method} ${given.segments.length}`) ?? []) {
      const matched = match(template, given);
      if (matched !== undefined) return { tool: template.tool, plan: template.plan, ...matched };
    }
    return undefined;
  };
  const methods = [...new Set(operations.map(({ plan }) => plan.method))];
  return { operations, find, methodsOf: (target) => methods.filter((method) => find(method, target) !== undefined) };
}

interface Target {
  readonly segments: readonly string[];
  readonly query: ReadonlyMap<string, readonly string[]>;
}

/** @returns undefined where the path is not percent-encoded as it should be */
function readTarget(target: string): Target | undefined {
  const [path = "", query = ""] = splitQuery(target);
  const segments = path.split("/").map(decoded);
  if (!segments.every((segment) => segment !== undefined)) return undefined;
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) values.set(name, [...(values.get(name) ?? []), value]);
  return { segments, query: values };
}

function templateOf(operation: Operation): Template {
  const [path = "", query = ""] = splitQuery(operation.plan.path);
  const segments = path.split("/").map(segmentOf);
  const parameters = segments.reduce((sum, { names }) => sum + names.length, 0);
  return { ...operation, segments, fixedQuery: [...new URLSearchParams(query)], parameters };
}

function segmentOf(template: string): Segment {
  const parts = template.split(/\{([^{}]+)\}/);
  return {
    texts: parts.filter((_, at) => at % 2 === 0).map((text) => decoded(text) ?? text),
    names: parts.filter((_, at) => at % 2 === 1),
  };
}

function match(
  { segments, fixedQuery }: Template,
  given: Target,
): Pick<MatchedOperation, "inPath" | "query"> | undefined {
  const inPath = new Map<string, string>();
  for (const [at, segment] of segments.entries()) {
    if (!matchSegment(segment, given.segments[at] ?? "", inPath)) return undefined;
  }
  const query = new Map(given.query);
  for (const [name, text] of fixedQuery) {
    const [value, ...others] = query.get(name) ?? [];
    if (value === undefined || others.length > 0 || !matchSegment(segmentOf(text), value, inPath)) return undefined;
    query.delete(name);
  }
  return { inPath, query };
}

/** The value of a parameter ends where the text behind it is first found. */
function matchSegment({ texts, names }: Segment, given: string, values: Map<string, string>): boolean {
  const [first = "", ...rest] = texts;
  if (names.length === 0) return given === first;
  if (!given.startsWith(first)) return false;
  let start = first.length;
  for (const [at, name] of names.entries()) {
    const text = rest[at] ?? "";
    const isLast = at === names.length - 1;
    const end = isLast ? given.length - text.length : given.indexOf(text, start + 1);
    if (end <= start || !given.startsWith(text, end)) return false;
    values.set(name, given.slice(start, end));
    start = end + text.length;
  }
  return true;
}

function splitQuery(target: string): readonly string[] {
  const at = target.indexOf("?");
  return at === -1 ? [target] : [target.slice(0, at), target.slice(at + 1)];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
