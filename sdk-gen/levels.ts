/**
 * Prints a list of tools at a level of detail. A shared type prints once per text, before the first tool; at the full level
 * the note of a property prints where it first appears and not again for a property of the same name.
 */
import { compact, type Naming } from "./compact.ts";
import { foldType } from "./fold.ts";
import { DENSE, printBody, printName, printType, type PrintOptions } from "./print.ts";
import { closure, groupArguments, printDeclared, printParameters, printSignature, recording, rootsOf } from "./sdk.ts";
import type { Detail, SdkTool, ServerSdk } from "./sdk.ts";

export interface SignatureOptions {
  /** Identifier → number of object levels, for tools whose types print folded. */
  readonly folded?: ReadonlyMap<string, number>;
  /** Returns a remark to print behind a tool's summary; "" for none. */
  readonly remarkOf?: (tool: SdkTool) => string;
}

/** @param options options for the level "signatures" */
export function printTools(
  sdk: ServerSdk,
  identifiers: readonly string[],
  detail: Detail,
  options: SignatureOptions = {},
): string {
  // The order of the identifiers is kept: a search lists its best hit first.
  const tools = identifiers.flatMap((identifier) => sdk.byIdentifier.get(identifier) ?? []);
  switch (detail) {
    case "names":
      return tools.map((tool) => `${sdk.identifier}.${tool.identifier}`).join("\n");
    case "signatures":
      return printSignatures(sdk, tools, options);
    case "full":
      return printFull(sdk, tools);
  }
}

/** The position of each name in the order of declarations. */
const orders = new WeakMap<ReadonlyMap<string, unknown>, ReadonlyMap<string, number>>();

function inOrder(needed: ReadonlySet<string>, declarations: ReadonlyMap<string, unknown>): readonly string[] {
  let order = orders.get(declarations);
  if (!order) {
    order = new Map([...declarations.keys()].map((name, place) => [name, place]));
    orders.set(declarations, order);
  }
  const placeOf = (name: string): number => order.get(name) ?? 0;
  return [...needed].filter((name) => declarations.has(name)).sort((a, b) => placeOf(a) - placeOf(b));
}

function printSignatures(sdk: ServerSdk, tools: readonly SdkTool[], options: SignatureOptions): string {
  const { folded = new Map(), remarkOf = () => "" } = options;
  const needed = new Set(tools.flatMap((tool) => (folded.has(tool.identifier) ? [] : tool.needs)));
  const lines: string[] = [];
  for (const name of inOrder(needed, sdk.declarations)) lines.push(sdk.declarations.get(name) ?? "");
  for (const tool of tools) {
    const levels = folded.get(tool.identifier);
    const signature = levels === undefined ? tool.signature : printFolded(sdk, tool, levels);
    const observed = tool.output.source === "observed" ? "observed" : "";
    const remarks = [observed, pagingOf(tool), tool.summary, remarkOf(tool)].filter((text) => text !== "");
    lines.push(remarks.length === 0 ? signature : `${signature} // ${remarks.join("; ")}`);
  }
  return lines.join("\n");
}

/** @returns "" for a tool that is not paged */
function pagingOf({ paged }: SdkTool): string {
  if (paged === undefined) return "";
  return `.all(a,{max?:number}) returns ${paged.items === undefined ? "the list" : `the list ${printName(paged.items)}`} of all pages`;
}

const UNNAMED: PrintOptions = { nameOf: () => undefined, definitionName: () => "unknown", style: DENSE };

function printFolded({ identifier }: ServerSdk, tool: SdkTool, levels: number): string {
  const input = { ...tool.input, type: foldType(tool.input.type, levels) };
  const output = { ...tool.output, type: foldType(tool.output.type, levels) };
  return printSignature(identifier, { ...tool, input, output }, UNNAMED);
}

interface FullModel {
  readonly naming: Naming;
  /** Name → the other names its declaration mentions. */
  readonly needs: ReadonlyMap<string, ReadonlySet<string>>;
  readonly tools: ReadonlyMap<string, SdkTool>;
}

const fullModels = new WeakMap<ServerSdk, FullModel>();

/** Builds the model of the full level, where shapes share their notes, too, on first use. */
function fullModel(sdk: ServerSdk): FullModel {
  let model = fullModels.get(sdk);
  if (!model) {
    const tools = groupArguments(sdk.tools, "noted");
    const naming = compact(rootsOf(tools), "noted");
    model = {
      naming,
      needs: printDeclared(naming).needs,
      tools: new Map(tools.map((tool) => [tool.identifier, tool])),
    };
    fullModels.set(sdk, model);
  }
  return model;
}

function printFull(sdk: ServerSdk, wanted: readonly SdkTool[]): string {
  const { naming, needs, tools: grouped } = fullModel(sdk);
  const tools = wanted.map((tool) => grouped.get(tool.identifier) ?? tool);
  const told = new Set<string>();
  const note = ({ name, notes }: { readonly name: string; readonly notes: string }): string => {
    const key = `${name}\n${notes}`;
    if (notes === "" || told.has(key)) return "";
    told.add(key);
    return notes;
  };
  const options: PrintOptions = { ...naming, note, style: DENSE };
  const needed = new Set<string>();
  for (const { input, output } of tools) {
    printType(input.type, recording(naming, needed));
    printType(output.type, recording(naming, needed));
  }
  const blocks: string[] = [];
  for (const name of inOrder(new Set(closure(needed, needs)), naming.declarations)) {
    const type = naming.declarations.get(name);
    if (type) blocks.push(`type ${name}=${printBody(type, options)}`);
  }
  for (const tool of tools) {
    const observed = tool.output.source === "observed" ? " // observed" : "";
    const { input, output } = tool;
    const argument = printParameters(tool.identifier, input, options);
    const result = output.source === "unknown" ? "" : `:${printType(output.type, options)}`;
    const head = tool.description === "" ? "" : `/* ${tool.description} */\n`;
    const paging = pagingOf(tool) === "" ? "" : ` // ${pagingOf(tool)}`;
    blocks.push(`${head}${sdk.identifier}.${tool.identifier}(${argument})${result}${observed}${paging}`);
  }
  return blocks.join("\n");
}

export interface ToolTypes {
  readonly input: string;
  /** "unknown" where nothing is known of the result. */
  readonly output: string;
  /** Name → body of each type that the two mention, directly or through others. */
  readonly definitions: Readonly<Record<string, string>>;
}

/** @returns the types of one tool apart from each other, with their notes */
export function printToolTypes(sdk: ServerSdk, identifier: string): ToolTypes | undefined {
  const { naming, needs, tools } = fullModel(sdk);
  const tool = tools.get(identifier);
  if (tool === undefined) return undefined;
  const needed = new Set<string>();
  for (const { type } of [tool.input, tool.output]) printType(type, recording(naming, needed));
  const options: PrintOptions = { ...naming, note: ({ notes }) => notes, style: DENSE };
  const definitions = inOrder(new Set(closure(needed, needs)), naming.declarations).flatMap((name) => {
    const type = naming.declarations.get(name);
    return type ? [[name, printBody(type, options)] as const] : [];
  });
  return {
    input: printType(tool.input.type, options),
    output: printType(tool.output.type, options),
    definitions: Object.fromEntries(definitions),
  };
}
