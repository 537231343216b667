/**
 * The answer of an HTTP API → the result of a tool: JSON as it is, text as text, images and sounds as the content blocks of MCP, other
 * bytes as an embedded resource. A redirect that leads nowhere, and 400 and more, is a failure that carries the status and the body.
 */
import { parseForScript } from "../../lib/exact-json.ts";
import { excessOfJson } from "../../lib/json-scanner.ts";
import { MAX_SHOWN_HEADER_CHARS } from "../../limits/api-limits.ts";
import { MAX_JSON_NAMES, MAX_JSON_VALUES } from "../../limits/json-limits.ts";
import { isDeeper } from "../../lib/nesting.ts";
import { MAX_FAILURE_CHARS, MAX_VALUE_DEPTH } from "../../limits/upstream-limits.ts";
import { bodyBytes, exactText, isJsonType, isTextType, mediaTypeOf, readableText } from "../body-text.ts";
import type { ToolResult } from "../connector.ts";
import { upstreamExplanation } from "../upstream-explanation.ts";
import { retryAfterOf } from "../retry-wait.ts";

/** The answer to a condition that the call has set, without a body. */
const NOT_MODIFIED = 304;

/** @param request what was called, for messages: `GET https://…/pets`. @param uri of what is neither text nor image */
export async function readHttpAnswer(response: Response, request: string, uri: string): Promise<ToolResult> {
  const contentType = response.headers.get("content-type") ?? "";
  const type = mediaTypeOf(contentType);
  const isJson = isJsonType(type);
  const isUnchanged = response.status === NOT_MODIFIED && /^(?:GET|HEAD) /.test(request);
  const isFailure = response.status >= 300 && !isUnchanged;
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (isFailure) return failureOf(response, readableText(bytes, contentType), request);
  if (bytes.byteLength === 0) return emptyAnswer(response);
  const text = isTextType(type) ? exactText(bytes, contentType) : undefined;
  const searched = bodyBytes(bytes, contentType, text);
  const own = { ...(searched && { bytes: searched }), ...remarkOf(partOf(response)) };
  if (text === undefined) return { content: [blockOf(bytes, type, uri)], ...own };
  const excess = excessOfJson(text, { maxNames: MAX_JSON_NAMES, maxValues: MAX_JSON_VALUES });
  if (excess !== undefined) {
    const message = `${request} answered with JSON that ${excess}, and is not passed on`;
    return { isError: true, content: [{ type: "text", text: message }], callOutcome: "ok" };
  }
  const number = isJson ? numberIn(text) : undefined;
  if (number !== undefined) return { structuredContent: number, content: [{ type: "text", text }], ...own };
  if (isJson && !isParsed(text)) return { content: [{ type: "text", text }], ...own, ...remarkOf(noJson(text)) };
  // A text that only looks like JSON (`007`) stays text.
  if (isJson || (type === "" && isParsed(text))) return { content: [{ type: "text", text }], ...own };
  return { structuredContent: text, content: [{ type: "text", text }], ...own };
}

function remarkOf(remark: string | undefined): Pick<ToolResult, "remark"> {
  return remark === undefined ? {} : { remark };
}

function noJson({ length }: string): string {
  return `it answered with text that is labelled JSON but is not JSON (${length} characters); the value is that text.`;
}

function partOf({ status, headers }: Response): string | undefined {
  if (status !== PARTIAL_CONTENT) return undefined;
  const range = headers.get("content-range") ?? "";
  const told = /^[a-z]{1,20} [\d*-]{1,60}\/[\d*]{1,30}$/.test(range) ? ` (Content-Range: ${range})` : "";
  return `it answered with status 206, which is a part of the content${told}.`;
}

const PARTIAL_CONTENT = 206;

/** An answer without a body names what was created or begun by its address alone. */
function emptyAnswer({ status, headers }: Response): ToolResult {
  const location = headers.get("location") ?? headers.get("operation-location");
  const isNamed = (status === 201 || status === 202) && location !== null && location !== "";
  // A part of an address would be another one.
  if (!isNamed || location.length > MAX_SHOWN_HEADER_CHARS) return { content: [] };
  const value = { location };
  return { structuredContent: value, content: [{ type: "text", text: JSON.stringify(value) }] };
}

function failureOf({ status, headers }: Response, text: string, request: string): ToolResult {
  const retryAfterMs = status === 429 || status === 503 ? retryAfterOf(headers, Date.now()) : undefined;
  const body = bodyOf(text.slice(0, MAX_FAILURE_CHARS * 10));
  const words = upstreamExplanation(text);
  const message = `HTTP ${status} from ${request}${words === "" ? "" : `: ${words}`}`;
  return {
    isError: true,
    content: [{ type: "text", text: message }],
    failure: { status, body, ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }) },
    // Servers redirect after a request that they have carried out, too (RFC 9110, section 15.4.4).
    ...(status < 400 && { callOutcome: "unknown" }),
  };
}

function bodyOf(text: string): unknown {
  if (text === "") return null;
  try {
    const value = parseForScript(text);
    if (!isDeeper(value, MAX_VALUE_DEPTH)) return value;
  } catch {
    // A page or a plain text.
  }
  return text.slice(0, MAX_FAILURE_CHARS);
}

/**
 * @returns the number that a JSON body is, also where it is written otherwise than JavaScript writes it (`19.90`): as the text of an MCP
 * result that would stay a text. Undefined for other bodies, and for an integer that is text, because a number does not hold it.
 */
function numberIn(body: string): number | undefined {
  if (body.length > MAX_NUMBER_CHARS || !/^\s*-?\d/.test(body) || !isParsed(body)) return undefined;
  const value = parseForScript(body);
  return typeof value === "number" ? value : undefined;
}

/** A longer one stays a text: no API sends numbers of so many digits. */
const MAX_NUMBER_CHARS = 1_000;

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function blockOf(bytes: Uint8Array, type: string, uri: string): Readonly<Record<string, unknown>> {
  const data = bytes.toBase64();
  const [kind] = type.split("/", 1);
  if (kind === "image" || kind === "audio") return { type: kind, data, mimeType: type };
  const mimeType = type || "application/octet-stream";
  return { type: "resource", resource: { uri, mimeType, blob: data } };
}
