/** Shows saved scripts to clients: in search results, and as tools or prompts if they are exposed so. */
import { jsonOrText } from "../lib/parse-json.ts";
import type { GetPromptResult, Prompt, Tool } from "@modelcontextprotocol/server";
import { cleanLine, printName } from "../../sdk-gen/index.ts";
import { invalidParams } from "./invalid-params.ts";
import { readableInput } from "./readable-schema.ts";
import { matchingScripts, scriptPath, type ScriptSummary } from "../catalog/script-summary.ts";
import { shorten } from "../lib/shorten.ts";

/** Each tool costs tokens in every conversation. */
const MAX_TOOLS = 20;
const MAX_FOUND = 8;
const MAX_DESCRIPTION_CHARS = 300;

/** @returns lines for the answer to a search; none if no script matches */
export function findScripts(scripts: readonly ScriptSummary[], query: string): readonly string[] {
  const matching = matchingScripts(scripts, query);
  const shown = matching.slice(0, MAX_FOUND).map(({ name, description, inputSchema }) => {
    const input = propertiesOf(inputSchema).map(([key, { isRequired }]) => `${printName(key)}${isRequired ? "" : "?"}`);
    const parameters = inputSchema === undefined ? "input?" : `{ ${shorten(input.join(", "), MAX_DESCRIPTION_CHARS)} }`;
    return `${scriptPath(name)}(${parameters}) // saved script${description === "" ? "" : `: ${oneLine(description)}`}`;
  });
  const more = matching.length - shown.length;
  return more > 0 ? [...shown, `// ${more} more saved scripts match.`] : shown;
}

export function scriptTools(scripts: readonly ScriptSummary[]): readonly Tool[] {
  return scripts
    .filter(({ expose }) => expose === "tool")
    .slice(0, MAX_TOOLS)
    .map(({ name, description, inputSchema }) => ({
      name,
      description: oneLine(description || `The saved script ${name}.`),
      // A script may have written it.
      inputSchema: readableInput(inputSchema),
    }));
}

export function scriptPrompts(scripts: readonly ScriptSummary[]): readonly Prompt[] {
  return scripts
    .filter(({ expose }) => expose === "prompt")
    .map(({ name, description, inputSchema }) => ({
      name,
      description: oneLine(description || `Run the saved script ${name}.`),
      arguments: propertiesOf(inputSchema).map(([key, { description: text, isRequired }]) => ({
        name: key,
        ...(text !== undefined && { description: oneLine(text) }),
        required: isRequired,
      })),
    }));
}

/** @throws ProtocolError if there is no such prompt */
export function scriptPrompt(
  scripts: readonly ScriptSummary[],
  name: string,
  given: Readonly<Record<string, string>>,
): GetPromptResult {
  const script = scripts.find((one) => one.name === name && one.expose === "prompt");
  if (script === undefined) {
    throw invalidParams(`There is no prompt ${JSON.stringify(name)}.`);
  }
  const input = Object.fromEntries(
    propertiesOf(script.inputSchema).flatMap(([key, { type }]) => {
      const value = Object.hasOwn(given, key) ? given[key] : undefined;
      return value === undefined ? [] : [[key, type === "string" ? value : jsonOrText(value)]];
    }),
  );
  const call = JSON.stringify({ script: name, input });
  const text = `Call the tool execute_code with ${call} and report what it returns.${script.description === "" ? "" : ` What it does: ${script.description}`}`;
  return { description: script.description, messages: [{ role: "user", content: { type: "text", text } }] };
}

interface Property {
  readonly description: string | undefined;
  readonly type: unknown;
  readonly isRequired: boolean;
}

function propertiesOf(schema: ScriptSummary["inputSchema"]): readonly (readonly [string, Property])[] {
  const { properties, required } = schema ?? {};
  if (properties === null || typeof properties !== "object") return [];
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties as Record<string, unknown>).map(([key, value]) => {
    const { description, type } = value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
    return [
      key,
      { description: typeof description === "string" ? description : undefined, type, isRequired: names.includes(key) },
    ];
  });
}

function oneLine(text: string): string {
  return shorten(cleanLine(text), MAX_DESCRIPTION_CHARS);
}
