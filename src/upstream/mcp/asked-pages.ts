/**
 * The pages that an upstream wants a person to open before it answers a call (error −32042, MCP 2025-11-25 "URL Elicitation Required"). A
 * person who is to open one has to know whose wish that is, so each line names the upstream, and what it says is quoted.
 */
import type { ProtocolError } from "@modelcontextprotocol/client";
import { isRecord } from "../../lib/is-record.ts";
import { MAX_ASKED_PAGES, MAX_INPUT_URL_CHARS } from "../../limits/input-limits.ts";
import { oneVisibleLine } from "../upstream-explanation.ts";

/** The protocol's code for a call that is answered after a person has opened a page. */
const PAGE_REQUIRED = -32_042;

/** @param textOf applies redaction. @returns a line for each page; none for another error */
export function askedPages(server: string, { code, data }: ProtocolError, textOf: (text: string) => string): string[] {
  const given: unknown = code === PAGE_REQUIRED && isRecord(data) ? data["elicitations"] : undefined;
  if (!Array.isArray(given)) return [];
  const lines: string[] = [];
  for (const page of given.slice(0, MAX_ASKED_PAGES) as unknown[]) {
    const address = isRecord(page) ? addressOf(page["url"]) : undefined;
    if (!isRecord(page) || address === undefined) continue;
    const { message } = page;
    const said = typeof message === "string" ? oneVisibleLine(textOf(message)) : "";
    const words = said === "" ? "" : `; it says ${JSON.stringify(said)}`;
    lines.push(`${server} asks a person to open ${textOf(address)}${words}. Make the call again after that.`);
  }
  return lines;
}

/** @returns undefined for what is no page of http or https, or has a user name that looks like a host */
function addressOf(text: unknown): string | undefined {
  if (typeof text !== "string" || text.length > MAX_INPUT_URL_CHARS) return undefined;
  const url = URL.parse(text);
  if (url === null || !["https:", "http:"].includes(url.protocol)) return undefined;
  if (url.username !== "" || url.password !== "" || url.href.length > MAX_INPUT_URL_CHARS) return undefined;
  return url.href;
}
