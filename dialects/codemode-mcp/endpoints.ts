/**
 * The three endpoints of codemode-mcp's proxy, read from a request: `/mcp/servers` and `/mcp/{server}/tools` with any
 * method, `POST /mcp/call {server, tool, args}`. A script's `fetch` and programs outside get the same answers.
 */
import { isRecord } from "../is-record.ts";

export interface EndpointRequest {
  readonly method: string;
  /** Path of the URL, percent-encoded as it came. */
  readonly path: string;
  readonly body: string;
}

export interface EndpointAnswer {
  readonly kind: "answer";
  readonly status: 200 | 400 | 404 | 405 | 500;
  /** Any JSON value; the caller serializes it. */
  readonly body: unknown;
}

export interface EndpointCall {
  readonly kind: "call";
  readonly server: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The operation a request stands for: a listing, a tool call, or an answer that needs neither. */
type EndpointOperation =
  | { readonly kind: "servers" }
  | { readonly kind: "tools"; readonly server: string }
  | EndpointCall
  | EndpointAnswer;

export function readRequest({ method, path, body }: EndpointRequest): EndpointOperation {
  const [root, first, second, ...more] = path.replace(/\/$/, "").split("/").slice(1);
  if (root !== "mcp" || first === undefined || more.length > 0) return notFound(path);
  if (second === undefined && first === "servers") return { kind: "servers" };
  if (second === undefined && first === "call") return readCall(method, body);
  const server = second === "tools" ? decoded(first) : undefined;
  return server === undefined ? notFound(path) : { kind: "tools", server };
}

export function failed(status: EndpointAnswer["status"], error: string, code?: string): EndpointAnswer {
  return { kind: "answer", status, body: { error, ...(code !== undefined && { code }) } };
}

function notFound(path: string): EndpointAnswer {
  const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  return failed(404, `Not found: ${shown}. The endpoints are /mcp/servers, /mcp/{server}/tools and POST /mcp/call.`);
}

function readCall(method: string, body: string): EndpointCall | EndpointAnswer {
  if (method !== "POST") return failed(405, `/mcp/call takes POST, not ${method.slice(0, 20)}.`);
  const call = parsed(body);
  if (!isRecord(call)) return failed(400, "The body of /mcp/call must be a JSON object {server, tool, args}.");
  const { server, tool, args = {}, ...others } = call;
  if (typeof server !== "string" || typeof tool !== "string" || !isRecord(args)) {
    return failed(400, "/mcp/call takes {server, tool, args}: two strings and an object of named arguments.");
  }
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return failed(400, `/mcp/call takes only {server, tool, args}, not ${unknown.slice(0, 50)}.`);
  return { kind: "call", server, tool, args };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
