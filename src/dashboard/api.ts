/**
 * Requests to the gateway's REST interface. A failure is a value with the gateway's problem details; an expired session leads to the
 * sign-in page and back.
 */
import { parseExact } from "../lib/exact-json.ts";
import type { Result } from "../lib/result.ts";
import { messageOf } from "../lib/message-of.ts";

export interface RestProblem {
  readonly code: string;
  readonly detail: string;
  /** The HTTP status, where the gateway answered. */
  readonly status?: number;
}

export type RestAnswer<T> = Result<T, RestProblem>;

export type Query = Readonly<Record<string, string | number | undefined>>;

export function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<RestAnswer<T>> {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return ask<T>(text === "" ? path : `${path}?${text}`, signal ? { signal } : {});
}

export function send<T>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  signal?: AbortSignal,
) {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  return ask<T>(path, { method, ...json, ...(signal && { signal }) });
}

async function ask<T>(path: string, init: RequestInit): Promise<RestAnswer<T>> {
  let response: Response;
  try {
    response = await fetch(path.startsWith("/") ? path : `/api/v1/${path}`, init);
  } catch (error) {
    if (init.signal?.aborted === true) return failed("ABORTED", "This was stopped.");
    const reason = messageOf(error);
    return failed("UNREACHABLE", `The gateway cannot be reached (${reason}). Is it running, and are you online?`);
  }
  if (response.status === 401) {
    location.assign(`/dashboard/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
    return failed("UNAUTHENTICATED", "You are signed out. Taking you to the sign-in page …");
  }
  try {
    const text = await response.text();
    const json = text === "" ? undefined : parseExact(text);
    // A refused run has an error status and a body with its own error, which is an answer and not a failed request.
    if (response.ok || isRunAnswer(json)) return { ok: true, value: json as T };
    if (isProblem(json)) return { ok: false, error: { ...json, status: response.status } };
  } catch {
    if (init.signal?.aborted === true) return failed("ABORTED", "This was stopped.");
  }
  const { status } = response;
  const detail = `The gateway answered with status ${status} and no explanation.`;
  return { ok: false, error: { code: `HTTP_${status}`, detail, status } };
}

function failed(code: string, detail: string): RestAnswer<never> {
  return { ok: false, error: { code, detail } };
}

function isProblem(json: unknown): json is RestProblem {
  return typeof json === "object" && json !== null && "code" in json && "detail" in json;
}

function isRunAnswer(json: unknown): boolean {
  return typeof json === "object" && json !== null && "run" in json && "ok" in json;
}
