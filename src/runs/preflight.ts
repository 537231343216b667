/**
 * Refuses a script that is certain to go wrong before its first side effect: a call of a tool that does not exist, or with a
 * written-out argument object that misses a required key or has one the tool does not know. Only what the catalog knows is
 * judged; a server that was never listed, or a schema that does not simply list properties, is left to the call itself.
 */
import { withheldReason } from "../auth/principal.ts";
import type { Access } from "../auth/principal.ts";
import { nearest } from "../catalog/nearest.ts";
import type { Catalog, ServerCatalog } from "../catalog/catalog.ts";
import type { ToolDefinition } from "../upstream/connector.ts";
import { toolTable } from "../upstream/tool-table.ts";
import type { PlacedCall, RunError } from "../../worker-loader/index.ts";
import { signatureOf, toolNotFound } from "./call-target.ts";

/** Tools that exist but that the caller's credentials do not allow: their names, by server identifier. */
export interface Withheld {
  readonly access: Access;
  readonly tools: ReadonlyMap<string, readonly string[]>;
}

export function preflight(calls: readonly PlacedCall[], catalog: Catalog, withheld: Withheld): RunError | undefined {
  for (const call of calls) {
    const server = catalog.servers.find(({ identifier }) => identifier === call.server);
    const wrong = server && judge(call, server, withheld);
    if (wrong) return { ...wrong, hint: "Nothing was called: the script was checked before it ran." };
  }
  return undefined;
}

function judge(
  call: PlacedCall,
  { identifier: server, table }: ServerCatalog,
  withheld: Withheld,
): RunError | undefined {
  const tool = table.find(call.tool);
  if (tool === undefined) {
    if (isWithheld(call, withheld)) {
      const message = withheldReason(withheld.access, `${server}.${call.tool}`);
      return { code: "POLICY_DENIED", message, ...call.place };
    }
    const { code, message } = toolNotFound(server, call.tool, table);
    return { code, message, ...call.place };
  }
  const known = knownKeys(tool);
  if (call.argument === undefined || known === undefined) return undefined;
  const { keys, isComplete } = call.argument;
  const path = `${server}.${table.identifierOf(tool)}`;
  const refuse = (what: string, place: PlacedCall["place"]): RunError => ({
    code: "INVALID_ARGS",
    message: `${path}: ${what} Signature: ${signatureOf(server, tool, table.identifierOf(tool))}`,
    ...place,
  });
  const unknown = known.isOpen ? undefined : keys.find(({ name }) => !known.properties.includes(name));
  if (unknown) {
    const close = nearest(unknown.name, known.properties);
    const hint = close.length > 0 ? ` Did you mean ${close.join(" or ")}?` : "";
    return refuse(`args.${unknown.name} is not an argument of this tool.${hint}`, unknown.place);
  }
  const missing = isComplete ? known.required.filter((name) => !keys.some((key) => key.name === name)) : [];
  if (missing.length > 0) return refuse(`args.${missing.join(", args.")} is missing.`, call.place);
  return undefined;
}

/** By the names a script may use for it, as far as they can be known without its list. */
function isWithheld({ server, tool }: PlacedCall, { tools }: Withheld): boolean {
  const names = tools.get(server) ?? [];
  return names.includes(tool) || toolTable(names.map((name) => ({ name }))).find(tool) !== undefined;
}

interface KnownKeys {
  readonly properties: readonly string[];
  readonly required: readonly string[];
  /** The schema says that it takes others. */
  readonly isOpen: boolean;
}

/** Of a schema that is a plain list of properties; others say too little, or it in too many ways. */
function knownKeys({ inputSchema }: ToolDefinition): KnownKeys | undefined {
  if (!isRecord(inputSchema) || COMBINATORS.some((keyword) => keyword in inputSchema)) return undefined;
  const { properties, required, additionalProperties, patternProperties } = inputSchema;
  if (!isRecord(properties)) return undefined;
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  const isOpen =
    (additionalProperties !== undefined && additionalProperties !== false) || patternProperties !== undefined;
  return { properties: Object.keys(properties), required: names, isOpen };
}

const COMBINATORS = ["$ref", "allOf", "anyOf", "oneOf", "if", "not", "dependentSchemas", "unevaluatedProperties"];

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
