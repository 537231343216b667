/** Failures for a server or tool name that a script wrote and that does not exist. They name what exists instead. */
import { assignIdentifiers, buildServerSdk } from "../../sdk-gen/index.ts";
import type { CallFailure } from "../../worker-loader/index.ts";
import { serverNameOf } from "../config/find-servers.ts";
import { isRecord } from "../lib/is-record.ts";
import { heldText } from "../enforcement/pinned-tools.ts";
import { counted } from "../lib/counted.ts";
import { nearest } from "../lib/nearest.ts";
import { heldBy, type AbsentTools } from "./absent-tools.ts";
import { closeTools } from "./close-tools.ts";
import { excludedBy, renamedTo } from "../upstream/around/choose-tools.ts";
import type { ToolDefinition } from "../upstream/connector.ts";
import { missingFeature } from "../upstream/mcp/server-features.ts";
import { nameMeant, type ToolTable } from "../upstream/tool-table.ts";
import { quote } from "../lib/shorten.ts";

export function serverNotFound(server: string, identifiers: readonly string[]): CallFailure {
  const close = nearest(server, identifiers);
  const hint =
    close.length > 0 ? `Did you mean ${close.join(" or ")}?` : `Servers: ${identifiers.join(", ") || "none"}.`;
  return { code: "TOOL_NOT_FOUND", message: `There is no server ${quote(server)}. ${hint}`, server };
}

/** Servers that have no tools yet, and why: `is down: Nothing answers …`. */
export type Unlisted = ReadonlyMap<string, string>;

/** A server that is down is called down, not unknown. @param unlisted by name and by identifier */
export function noServerListed(server: string, identifiers: readonly string[], unlisted: Unlisted): CallFailure {
  const why = unlisted.get(server) ?? unlisted.get(serverNameOf(server) ?? "");
  if (why === undefined) return serverNotFound(server, identifiers);
  return { code: "UPSTREAM_ERROR", message: `${server} ${why}`, server };
}

/** Tools of a server that are named where none is close; a list of so many costs a model less than a search. */
const MAX_NAMED_TOOLS = 25;
const MAX_NAMED_CHARS = 1_000;

function toolsOf(server: string, { identifiers }: ToolTable): string {
  const names = identifiers.length > MAX_NAMED_TOOLS ? "" : identifiers.join(", ");
  if (names === "" || names.length > MAX_NAMED_CHARS) {
    return `search_tools lists the ${counted(identifiers.length, "tool")} of ${server}.`;
  }
  return `${identifiers.length === 1 ? "Its only tool is" : "Its tools are"} ${names}.`;
}

/** @returns a failure with code `QUARANTINED` for a tool that is held, else `TOOL_NOT_FOUND` */
export function toolNotFound(server: string, tool: string, table: ToolTable, absent: AbsentTools = {}): CallFailure {
  const [first, ...others] = closeTools(tool, table.identifiers);
  // A pattern also matches names that no tool has.
  const reason = absentReason(server, tool, table, absent, first === undefined);
  const feature = reason?.code === "QUARANTINED" ? undefined : missingFeature(server, tool);
  if (feature !== undefined) return { code: "TOOL_NOT_FOUND", message: feature, server, tool };
  if (reason !== undefined) return reason;
  const message = `${server} has no tool ${quote(tool)}.`;
  if (first === undefined) {
    return { code: "TOOL_NOT_FOUND", message: `${message} ${toolsOf(server, table)}`, server, tool };
  }
  const found = table.find(first);
  const signature = found ? printed(server, found, first).signature : `${server}.${first}`;
  const also = others.length > 0 ? ` Also close: ${others.join(", ")}.` : "";
  return { code: "TOOL_NOT_FOUND", message: `${message} Did you mean ${signature}?${also}`, server, tool };
}

/**
 * @param byPattern whether a pattern of `tools.exclude` counts as well
 * @returns the failure for a tool that is held, renamed or left out; undefined for a name of which nothing is known
 */
export function absentReason(
  server: string,
  tool: string,
  table: ToolTable,
  { name: ownName = server, choice = {}, held = [] }: AbsentTools,
  byPattern: boolean,
): CallFailure | undefined {
  const meant = heldBy(tool, held);
  if (meant !== undefined) {
    return { code: "QUARANTINED", message: heldText(`${server}.${tool}`, meant, ownName), server, tool };
  }
  const says = (rest: string): CallFailure => {
    const message = `${server} has no tool ${quote(tool)}: gateway.json ${rest}`;
    return { code: "TOOL_NOT_FOUND", message, server, tool };
  };
  const renamed = renamedTool(tool, table);
  if (renamed !== undefined) {
    const { signature } = printed(server, renamed, table.identifierOf(renamed));
    return says(`renames it (tools.rename). Call ${signature}`);
  }
  const heldAs = renamedTo(choice, tool);
  if (heldAs !== undefined && held.some(({ name }) => name === heldAs)) {
    return says(`renames it (tools.rename) to ${heldAs}, which is held until an admin accepts it (isogate pins list).`);
  }
  const excluded = excludedBy(choice, tool);
  return excluded === undefined || (excluded.includes("*") && !byPattern)
    ? undefined
    : says(`leaves out ${quote(excluded)} (tools.exclude).`);
}

/** @returns the tool to which the server itself gives this name, or another spelling of it */
function renamedTool(name: string, { tools }: ToolTable): ToolDefinition | undefined {
  const renamed = new Map<string, ToolDefinition>();
  for (const tool of tools) {
    const original: unknown = isRecord(tool.request) ? tool.request["originalName"] : undefined;
    if (typeof original === "string") renamed.set(original, tool);
  }
  const originals = [...renamed.keys()];
  const named = originals.find((one) => [one, assignIdentifiers([one]).get(one)].includes(name));
  return renamed.get(named ?? nameMeant(name, originals) ?? "");
}

/** @param names of the saved scripts */
export function scriptNotFound(name: string, names: readonly string[]): string {
  const close = nearest(name, names);
  const some = names.slice(0, 20).join(", ");
  const hint = close.length > 0 ? `Did you mean ${close.join(" or ")}?` : `Saved scripts: ${some || "none"}.`;
  return `There is no saved script ${name.slice(0, 100)}. ${hint}`;
}

interface KnownSignature {
  readonly server: string;
  readonly signature: string;
  /** The type of the result is what earlier results looked like. */
  readonly isObserved: boolean;
}

/** Signatures are cached: a schema of 500,000 characters takes 0.1 s, and every wrong call of a script needs its signature. */
const signatures = new WeakMap<ToolDefinition, KnownSignature>();

/** @returns the signature for the end of a message: text behind it would look like a part of its comment */
export function signatureOf(server: string, tool: ToolDefinition, identifier: string): string {
  const { signature, isObserved } = printed(server, tool, identifier);
  return isObserved ? `${signature} // observed` : signature;
}

function printed(server: string, tool: ToolDefinition, identifier: string): KnownSignature {
  const known = signatures.get(tool);
  if (known?.server === server) return known;
  const [only] = buildServerSdk({ name: server, identifier: server, tools: [tool] }).tools;
  const signature = only?.signature ?? `${server}.${identifier}`;
  const made = { server, signature, isObserved: only?.output.source === "observed" };
  signatures.set(tool, made);
  return made;
}
