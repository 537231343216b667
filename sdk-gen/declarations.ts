/**
 * The whole SDK as a declaration file for an editor: one namespace of types and one constant per server. A tool can be
 * called by its identifier and by its original name.
 *
 * Arguments print exactly as wide as their schema: an object silent about further properties gets an index signature,
 * because TypeScript would otherwise refuse a valid literal. Results are never literals, so there the shorter form is as
 * wide, and a misspelt property of a result is an error.
 */
import { compact } from "./compact.ts";
import { groupOf } from "./names.ts";
import { closure, printDeclared, printParameters, recording, rootsOf, type SdkTool, type ServerSdk } from "./sdk.ts";
import { SPACED, printBody, printType, type PrintOptions } from "./print.ts";
import { quote } from "./text.ts";

const HEADER = `/** one block of a result; which fields it has depends on its type: "text", "image", "audio", "resource", "resource_link" */
interface ToolContent {
  type: string;
  text?: string;
  /** base64 */
  data?: string;
  mimeType?: string;
  uri?: string;
  name?: string;
  resource?: { uri: string; text?: string; blob?: string; mimeType?: string };
  [field: string]: unknown;
}
/** the unchanged result of a tool */
interface ToolResult {
  content: ToolContent[];
  structuredContent?: unknown;
  isError?: boolean;
  /** what an MCP server sends; of an HTTP API the status and headers of its answer, by their names in lower case */
  _meta?: { http?: { status: number; headers: Record<string, string> }; [field: string]: unknown };
}
interface Tool<A, R> {
  (a: A): Promise<R>;
  raw(a: A): Promise<ToolResult>;
}
interface OptionalTool<A, R> {
  (a?: A): Promise<R>;
  raw(a?: A): Promise<ToolResult>;
}
`;

const PAGED = `interface Paging {
  /** elements; fewer pages are asked for then */
  max?: number;
  /** calls, 100 where nothing is said */
  max_calls?: number;
}
type ItemsOf<R, K> = R extends unknown ? (K extends keyof R ? NonNullable<R[K]> : never) : never;
type Items<R, K> = [ItemsOf<R, K>] extends [never] ? unknown[] : ItemsOf<R, K>;
type ListOf<R> = [Extract<R, unknown[]>] extends [never] ? NonNullable<R> : Extract<R, unknown[]>;
`;

export function printDeclarations(sdks: readonly ServerSdk[]): string {
  const isPaged = sdks.some(({ tools }) => tools.some(({ paged }) => paged !== undefined));
  return [HEADER, ...(isPaged ? [PAGED] : []), ...sdks.map(printServer)].join("\n");
}

function printServer(sdk: ServerSdk): string {
  const naming = compact(rootsOf(sdk.tools), "exact");
  const result: PrintOptions = { ...naming, style: SPACED, note: ({ notes }) => notes };
  const argument: PrintOptions = { ...result, silentIsOpen: true };
  const start = new Set<string>();
  for (const { input } of sdk.tools) printType(input.type, recording(naming, start));
  const inArguments = new Set(closure(start, printDeclared(naming).needs));
  const lines = [`declare namespace ${sdk.identifier} {`];
  for (const [name, type] of naming.declarations) {
    lines.push(`type ${name} = ${printBody(type, inArguments.has(name) ? argument : result)}`);
  }
  const groups = Map.groupBy(sdk.tools, ({ identifier }) => groupOf(identifier)?.[0] ?? "");
  lines.push("interface Tools {");
  for (const tool of groups.get("") ?? []) lines.push(...printTool(tool, argument, result));
  for (const [group, tools] of groups) if (group !== "") lines.push(...printGroup(group, tools, argument, result));
  lines.push("}", "}", `declare const ${sdk.identifier}: ${sdk.identifier}.Tools;`, "");
  return lines.join("\n");
}

/** No members of a server under their own names (worker-loader/guest/tools.js): with a `then`, TypeScript would take the server for a promise. */
const NEVER_MEMBERS: ReadonlySet<string> = new Set(["then", "toJSON"]);

function printTool(tool: SdkTool, argument: PrintOptions, result: PrintOptions): readonly string[] {
  const { input, output } = tool;
  const kind = input.presence === "required" ? "Tool" : "OptionalTool";
  const observed = output.source === "observed" ? "\nobserved output" : "";
  const types = `${printType(input.type, argument)}, ${printType(output.type, result)}`;
  const all = tool.paged === undefined ? "" : ` & ${printAll(tool, argument, result)}`;
  const lines = [`/** ${tool.description}${observed} */`, `readonly ${tool.identifier}: ${kind}<${types}>${all}`];
  const isReachable = tool.name !== tool.identifier && !NEVER_MEMBERS.has(tool.name);
  if (isReachable) lines.push(`readonly ${quote(tool.name)}: Tools[${quote(tool.identifier)}]`);
  return lines;
}

/** Functions of a group take their arguments in order, too. */
function printGroup(
  group: string,
  tools: readonly SdkTool[],
  argument: PrintOptions,
  result: PrintOptions,
): readonly string[] {
  const members = tools.flatMap((tool) => {
    const { identifier, input, output } = tool;
    const [, member = ""] = groupOf(identifier) ?? [];
    const kind = input.presence === "required" ? "Tool" : "OptionalTool";
    const returned = printType(output.type, result);
    const inOrder = `((${printParameters(identifier, input, argument)}) => Promise<${returned}>)`;
    return [
      `/** ${tool.description} */`,
      `readonly ${member}: ${inOrder} & ${kind}<${printType(input.type, argument)}, ${returned}>`,
    ];
  });
  return [`readonly ${group}: {`, ...members, "}"];
}

/** The call of all pages: the arguments of one, and a list of its elements. */
function printAll({ input, output, paged }: SdkTool, argument: PrintOptions, result: PrintOptions): string {
  const type = printType(output.type, result);
  const list = paged?.items === undefined ? `ListOf<${type}>` : `Items<${type}, ${quote(paged.items)}>`;
  const mark = input.presence === "required" ? "" : "?";
  const elements = output.source === "unknown" ? "unknown[]" : list;
  return `{ all(a${mark}: ${printType(input.type, argument)}, paging?: Paging): Promise<${elements}> }`;
}
