/** Requests to `/api/v1` of the gateway under test inside workerd. */
import { createdKeySchema, type Key } from "../../src/contract/keys.ts";
import { expect } from "vitest";
import type * as z from "zod";
import { problemSchema } from "../../src/http/api/problem.ts";
import { ask } from "./client.ts";

export interface ApiRequest {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly body?: unknown;
  /** Sent as the bearer token. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function api(path: string, { method = "GET", body, key, headers = {} }: ApiRequest = {}): Promise<Response> {
  return ask(
    new Request(`http://localhost/api/v1${path}`, {
      method,
      headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );
}

/** @returns the problem in a refusal, after checking that it has the documented form */
export async function problemOf(response: Response): Promise<z.output<typeof problemSchema>> {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const problem = problemSchema.parse(await response.json());
  expect(problem.status).toBe(response.status);
  return problem;
}

/** Creates a key as the open gateway's own principal. */
export async function createKey(options: object): Promise<Key & { readonly key: string }> {
  const response = await api("/keys", { method: "POST", body: { name: "test", ...options } });
  expect(response.status, await response.clone().text()).toBe(201);
  return createdKeySchema.parse(await response.json());
}
