/**
 * The whole SDK as a declaration file for an editor: one namespace of types and one constant per server. A tool can be
 * called by its identifier and by its original name.
 */
import { SPACED, printBody, printType, type PrintOptions } from "./print.ts";
import { fullNaming } from "./levels.ts";
import type { SdkTool, ServerSdk } from "./sdk.ts";
import { quote } from "./text.ts";

const HEADER = `/** the untouched answer of an MCP server */
interface ToolResult {
  content: unknown[];
  structuredContent?: unknown;
  isError?: boolean;
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

export function printDeclarations(sdks: readonly ServerSdk[]): string {
  return [HEADER, ...sdks.map(printServer)].join("\n");
}

function printServer(sdk: ServerSdk): string {
  const naming = fullNaming(sdk);
  const options: PrintOptions = { ...naming, style: SPACED, note: ({ notes }) => notes };
  const lines = [`declare namespace ${sdk.identifier} {`];
  for (const [name, type] of naming.declarations) lines.push(`type ${name} = ${printBody(type, options)}`);
  lines.push("interface Tools {");
  for (const tool of sdk.tools) lines.push(...printTool(tool, options));
  lines.push("}", "}", `declare const ${sdk.identifier}: ${sdk.identifier}.Tools;`, "");
  return lines.join("\n");
}

function printTool(tool: SdkTool, options: PrintOptions): readonly string[] {
  const { input, output } = tool;
  const kind = input.presence === "required" ? "Tool" : "OptionalTool";
  const observed = output.source === "observed" ? "\nobserved output" : "";
  const lines = [`/** ${tool.description}${observed} */`];
  lines.push(
    `readonly ${tool.identifier}: ${kind}<${printType(input.type, options)}, ${printType(output.type, options)}>`,
  );
  if (tool.name !== tool.identifier) lines.push(`readonly ${quote(tool.name)}: Tools[${quote(tool.identifier)}]`);
  return lines;
}
