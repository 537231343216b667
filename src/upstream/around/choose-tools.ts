/** `tools` of gateway.json: which tools of an upstream are offered, and under which names. The same for every kind of upstream. */
import { assignIdentifiers } from "../../../sdk-gen/index.ts";
import type { ToolChoice } from "../../config/server-options.ts";
import { matchesWildcard } from "../../lib/wildcard.ts";
import type { Connector, ToolDefinition, ToolList } from "../connector.ts";
import { quote } from "../../lib/shorten.ts";

/** A tool goes by the name that the upstream gives it, and by the name that scripts call it by. */
function namesOf(name: string): readonly string[] {
  return [name, assignIdentifiers([name]).get(name) ?? name];
}

export function offers({ include, exclude = [] }: ToolChoice): (name: string) => boolean {
  return (name) => {
    const names = namesOf(name);
    const matches = (pattern: string): boolean => names.some((one) => matchesWildcard(pattern, one));
    return (include === undefined || include.some(matches)) && !exclude.some(matches);
  };
}

export function chooseTools(connector: Connector, choice: ToolChoice): Connector {
  return {
    list: async (signal) => {
      const listed = await connector.list(signal);
      return listed === "unchanged" ? listed : choose(listed, choice);
    },
    call: (tool, args, options) => connector.call(original(tool), args, options),
    close: () => connector.close(),
  };
}

function choose(listed: ToolList, choice: ToolChoice): ToolList {
  const isOffered = offers(choice);
  const offered = listed.tools.filter(({ name }) => isOffered(name));
  const remarks = (choice.include ?? [])
    .filter((pattern) => !listed.tools.some(({ name }) => namesOf(name).some((one) => matchesWildcard(pattern, one))))
    .map((pattern) => `tools.include: no tool is called ${quote(pattern, 80)}`);
  const taken = new Set(offered.map(({ name }) => name));
  const tools = offered.map((tool): ToolDefinition => {
    const wanted = newName(tool.name, choice);
    if (wanted === undefined || wanted === tool.name) return tool;
    if (taken.has(wanted)) {
      remarks.push(`tools.rename: ${wanted} is the name of another tool, so ${tool.name.slice(0, 80)} keeps its name`);
      return tool;
    }
    taken.add(wanted);
    return { ...tool, name: wanted, request: { ...asFields(tool.request), originalName: tool.name } };
  });
  return { ...listed, tools, unreadable: [...listed.unreadable, ...remarks.slice(0, 20)] };
}

/** @returns the name that the gateway shows, unless another tool has it */
export function newName(name: string, { rename = {} }: ToolChoice): string | undefined {
  const key = namesOf(name).find((one) => Object.hasOwn(rename, one));
  return key === undefined ? undefined : rename[key];
}

function original(tool: ToolDefinition): ToolDefinition {
  const { originalName } = asFields(tool.request);
  return typeof originalName === "string" ? { ...tool, name: originalName } : tool;
}

function asFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
