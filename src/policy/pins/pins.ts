/**
 * Accepted definitions of tools. A tool is pinned by the hash of everything that a model or the gateway reads of it; a tool that changes
 * or appears later is held until a person has reviewed the difference. A renamed tool is distinguished from a new one.
 */
import { sha256 } from "../../lib/hash.ts";
import type { CheckedTool } from "./tool-texts.ts";

export interface Pin {
  readonly name: string;
  /** Hash of {@link pinText}. */
  readonly hash: string;
  /** The definition that was accepted, from which differences are shown. */
  readonly tool: CheckedTool;
}

type PinReview =
  | { readonly name: string; readonly state: "accepted" }
  | { readonly name: string; readonly state: "new" }
  | { readonly name: string; readonly state: "changed"; readonly pin: Pin }
  | { readonly name: string; readonly state: "renamed"; readonly pin: Pin }
  /** The definition is too deep to be read: the tool is held and cannot be accepted. */
  | { readonly name: string; readonly state: "unreadable" };

/** Deeper definitions cannot be pinned. Those of the largest real catalogs have 30 levels. */
const MAX_PIN_DEPTH = 200;

/** @returns the same text for equal definitions, whatever the order of their keys; undefined if the definition is too deep */
export function pinText(tool: CheckedTool): string | undefined {
  const { name, title, description, inputSchema, outputSchema, annotations, request } = tool;
  return canonical({ name, title, description, inputSchema, outputSchema, annotations, request }, 0);
}

export async function pinHash(tool: CheckedTool): Promise<string | undefined> {
  const text = pinText(tool);
  return text === undefined ? undefined : sha256(text);
}

/**
 * Reviews each tool of a server. If the server has no pins yet, every tool is new: whether they are accepted as a baseline is up to the
 * host's configuration.
 * @param tools tools with their hashes; a hash is undefined if the tool cannot be hashed
 */
export function reviewTools(
  pins: ReadonlyMap<string, Pin>,
  tools: readonly { readonly tool: CheckedTool; readonly hash: string | undefined }[],
): readonly PinReview[] {
  const listed = new Set(tools.map(({ tool }) => tool.name));
  const gone = new Map<string | undefined, Pin>();
  for (const pin of pins.values()) {
    if (listed.has(pin.name)) continue;
    const body = bodyOf(pin.tool);
    if (!gone.has(body)) gone.set(body, pin);
  }
  return tools.map(({ tool, hash }) => {
    const { name } = tool;
    if (hash === undefined) return { name, state: "unreadable" };
    const pin = pins.get(name);
    if (pin !== undefined) return pin.hash === hash ? { name, state: "accepted" } : { name, state: "changed", pin };
    const former = gone.get(bodyOf(tool));
    return former === undefined ? { name, state: "new" } : { name, state: "renamed", pin: former };
  });
}

/** @returns a definition without its name */
function bodyOf(tool: CheckedTool): string | undefined {
  return pinText({ ...tool, name: "" });
}

function canonical(value: unknown, depth: number): string | undefined {
  if (depth > MAX_PIN_DEPTH) return undefined;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const isList = Array.isArray(value);
  const parts: string[] = [];
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  if (!isList) entries.sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [key, part] of entries) {
    const text = canonical(part, depth + 1);
    if (text === undefined) return undefined;
    parts.push(isList ? text : `${JSON.stringify(key)}:${text}`);
  }
  return isList ? `[${parts.join(",")}]` : `{${parts.join(",")}}`;
}
