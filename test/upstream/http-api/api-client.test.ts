/** A server that refuses a request for want of a scope: the call fails with what a person can do. */
import { expect, it } from "vitest";
import { UpstreamError } from "../../../src/upstream/connector.ts";
import { Redaction } from "../../../src/upstream/credentials/redaction.ts";
import type { TokenSource } from "../../../src/upstream/credentials/token-source.ts";
import { GuardedFetchError } from "../../../src/upstream/guarded-fetch/guarded-fetch.ts";
import { ApiClient } from "../../../src/upstream/http-api/api-client.ts";

const lacking = new UpstreamError("UPSTREAM_AUTH_REQUIRED", "a person has to grant it", { signIn: true });

it.each([
  { challenge: 'Bearer error="insufficient_scope", scope="write"', wanted: ["write"] },
  { challenge: 'Bearer error="invalid_request", scope="write"', wanted: [] },
  { challenge: undefined, wanted: [] },
])("403 with $challenge wants $wanted", async ({ challenge, wanted }) => {
  const scopes: unknown[] = [];
  const tokens = {
    token: () => Promise.resolve("t0ken"),
    renew: () => Promise.reject(new Error("the token is good")),
    accepted: () => undefined,
    refused: () => lacking,
    lacksScope: (scope: string | undefined) => {
      scopes.push(scope);
      return Promise.resolve(lacking);
    },
  } as unknown as TokenSource;
  const headers = challenge === undefined ? {} : { "www-authenticate": challenge };
  const client = new ApiClient({
    server: "api",
    headers: new Headers(),
    tokens,
    redaction: new Redaction(),
    fetch: () => Promise.resolve(new Response("no", { status: 403, headers })),
  });
  const request = {
    method: "POST",
    url: new URL("https://api.example/x"),
    headers: new Headers(),
    content: "{}",
    isSafe: false,
    isTrusted: true,
  };
  const sent = await client
    .send(request, { signal: AbortSignal.timeout(5_000) })
    .then(({ status }) => status)
    .catch((error: unknown) => error);
  expect(sent).toBe(wanted.length > 0 ? lacking : 403);
  expect(scopes).toStrictEqual(wanted);
});

it.each([
  { code: "UNREACHABLE", want: "api did not answer. It is so." },
  { code: "TIMED_OUT", want: "api did not answer. It is so." },
  { code: "ADDRESS_REFUSED", want: "No request was sent to api. It is so." },
  { code: "REDIRECT_REFUSED", want: "The answer of api is not used. It is so." },
  { code: "TOO_LARGE", want: "The answer of api is not used. It is so." },
  { code: "UNKNOWN_ENCODING", want: "The answer of api is not used. It is so." },
  { code: "CUT_OFF", want: "The answer of api is not used. It is so." },
] as const)("says of $code whether there was an answer", async ({ code, want }) => {
  const client = new ApiClient({
    server: "api",
    headers: new Headers(),
    tokens: undefined,
    redaction: new Redaction(),
    fetch: () => Promise.reject(new GuardedFetchError(code, "It is so.")),
  });
  const url = new URL("https://api.example/x");
  const request = { method: "GET", url, headers: new Headers(), content: undefined, isSafe: true, isTrusted: true };
  await expect(client.send(request, { signal: AbortSignal.timeout(5_000) })).rejects.toThrow(new RegExp(`^${want}$`));
});
