/**
 * Notices in search answers about servers that are down, still connecting, or partly unreadable. Notices cost tokens in every
 * answer, so a server gets one only if the request concerns it: named by `server`, named in the query, or if no tool fits and its
 * tools might have. A sign-in link works once, so only a request for that server gets one.
 */
import { counted } from "../lib/counted.ts";
import type { ServerSnapshot, Snapshot } from "../catalog/snapshot.ts";

interface Concern {
  /** Identifier of the only server that is searched. */
  readonly server: string | undefined;
  readonly query: string;
  /** True if no tool that was found fits. */
  readonly isFruitless: boolean;
}

export function serverNotices(
  { servers }: Pick<Snapshot, "servers">,
  identifiers: ReadonlyMap<string, string>,
  { server, query, isFruitless }: Concern,
): string[] {
  const queryWords = new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const lines: string[] = [];
  const unavailable: string[] = [];
  for (const one of servers) {
    const identifier = identifiers.get(one.name) ?? one.name;
    const words = identifier.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    const isNamed = words.some((word) => word.length > 2 && queryWords.has(word));
    if (server === identifier || (server === undefined && isNamed)) lines.push(...noticesOf(one, identifier));
    else if (server === undefined && one.status.state !== "ready")
      unavailable.push(`${identifier} (${one.status.state})`);
  }
  if (isFruitless && unavailable.length > 0) {
    lines.push(`// Not searched: ${unavailable.join(", ")}. Search with server to see why.`);
  }
  return lines;
}

function noticesOf(
  { status, unreadable = [], withheld = [], held = [] }: ServerSnapshot,
  identifier: string,
): string[] {
  const lines: string[] = [];
  if (status.state === "down") {
    const link = status.signInUrl === undefined ? "" : ` Open ${status.signInUrl} in a browser.`;
    lines.push(`// ${identifier} is down: ${oneLine(status.reason)}${link}`);
  }
  if (status.state === "connecting") {
    const why = status.reason === undefined ? "" : ` ${oneLine(status.reason)}`;
    lines.push(`// ${identifier} is still connecting; search again in a moment.${why}`);
  }
  if (unreadable.length > 0)
    lines.push(`// ${identifier}: ${counted(unreadable.length, "entry")} of its list could not be read.`);
  if (withheld.length > 0)
    lines.push(`// ${identifier}: ${counted(withheld.length, "tool")} withheld by your credentials.`);
  if (held.length > 0)
    lines.push(
      `// ${identifier}: ${counted(held.length, "tool")} ${held.length === 1 ? "is held until an admin accepts it" : "are held until an admin accepts them"}.`,
    );
  return lines;
}

/** Shortens an upstream's text to one line, so that it cannot end the comment it is in. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, 300);
}
