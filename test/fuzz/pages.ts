/**
 * What browsers open: sign-in pages, forms, callbacks, metadata, the dashboard. Nothing fails the gateway, nothing that was sent comes
 * back as markup or as a header, and no redirect leads to a place that nobody registered.
 */
import type { FuzzRun } from "./support/fuzz-run.ts";
import { HOSTILE_TEXTS } from "./support/hostile.ts";
import { faultOf } from "./support/judge.ts";
import { Random } from "../support/random.ts";
import { describeSent, send, type Answered, type Sent } from "./support/send.ts";
import { startTarget, type Target } from "./support/target.ts";

export const name = "pages";
export const description = "sign-in pages, forms, callbacks and metadata, as strangers' browsers ask for them";

/** However little time there is. */
const MIN_REQUESTS = 300;
const REDIRECT = "http://127.0.0.1:7777/callback";

const PATHS = [
  "/",
  "/health",
  "/dashboard",
  "/dashboard/runs",
  "/dashboard/session",
  "/dashboard/sign-in",
  "/dashboard/sign-out",
  "/dashboard/assets/main.css",
  "/oauth/authorize",
  "/oauth/authorize",
  "/oauth/token",
  "/oauth/register",
  "/oauth/sign-in",
  "/oauth/callback",
  "/oauth/upstream/vault/start",
  "/oauth/upstream/vault/callback",
  "/oauth/upstream/vault/client.json",
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
] as const;

/** Names that mean something, with values that do; others are added. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  client_id: ["CLIENT", "https://client.example/metadata.json", "http://127.0.0.1:9/x"],
  redirect_uri: [REDIRECT, "https://evil.example/", "javascript:alert(1)"],
  response_type: ["code", "token"],
  code_challenge: ["E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"],
  code_challenge_method: ["S256", "plain"],
  resource: ["ORIGIN/mcp", "https://other.example/mcp"],
  scope: ["read write", "admin", "read read"],
  state: ["s", "browser.x"],
  prompt: ["none", "consent"],
  ticket: [`isogate_${"0".repeat(64)}_x`],
  code: ["c", "a:b:c"],
  iss: ["ORIGIN"],
  error: ["access_denied"],
  next: ["/dashboard/runs", "//evil.example", "https://evil.example/dashboard"],
  key: ["garbage"],
  via: ["oidc", "access"],
  decision: ["key", "deny", "oidc", "access"],
  handle: ["h"],
  again: ["1"],
  grant_type: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:token-exchange"],
  refresh_token: ["a:b:c"],
  token: ["a:b:c"],
  client_assertion: ["e30.e30.e30"],
};

/** @returns how many requests were made */
export async function run({ seed, until, report }: FuzzRun): Promise<number> {
  await using target = await startTarget();
  const random = new Random(seed);
  const clientId = await registered(target);
  let requests = 0;
  for (; requests < MIN_REQUESTS || Date.now() < until; requests += 1) {
    const sent = request(target, clientId, random, requests);
    const answered = await send(target.origin, sent).catch((error: unknown) => String(error));
    const faults =
      typeof answered === "string"
        ? [answered]
        : [faultOf(answered), reflected(answered), strayRedirect(target, answered)];
    for (const fault of faults) if (fault !== undefined) report(`${fault}\n  ${describeSent(sent)}`);
  }
  return requests;
}

async function registered({ origin }: Target): Promise<string> {
  const body = JSON.stringify({ client_name: "fuzz", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${origin}/oauth/register`, { method: "POST", headers, body });
  const { client_id: id } = (await response.json()) as { client_id: string };
  return id;
}

function request({ origin }: Target, clientId: string, random: Random, number: number): Sent {
  const fields = new URLSearchParams(
    random.some(Object.keys(FIELDS), random.pick([0.1, 0.3, 0.8])).map((field) => {
      const meant = random
        .pick(FIELDS[field] ?? [])
        .replace("CLIENT", clientId)
        .replace("ORIGIN", origin);
      return [field, random.chance(0.7) ? meant : random.pick(HOSTILE_TEXTS).toWellFormed()];
    }),
  );
  if (random.chance(0.1)) fields.append(random.word(), random.pick(HOSTILE_TEXTS).toWellFormed());
  for (const [field, value] of random.some([...fields], 0.03)) fields.append(field, value);
  const method = random.pick(["GET", "GET", "POST", "HEAD", "PUT", "OPTIONS"]);
  const inBody = method === "POST" && random.chance(0.8);
  const { type, body } = inBody ? written(fields, random) : {};
  const query = inBody ? "" : `?${fields.toString()}`;
  const path = random.chance(0.9)
    ? random.pick(PATHS)
    : `${random.pick(PATHS)}/${encodeURIComponent(random.pick(HOSTILE_TEXTS).toWellFormed())}`;
  const port = new URL(origin).port;
  return {
    method,
    path: `${path}${query}`.slice(0, 12_000),
    headers: {
      "cf-connecting-ip": `2001:db8:c:${(number & 0xffff).toString(16)}::1`,
      accept: random.pick(["text/html", "text/html", "*/*", "application/json"]),
      ...(type !== undefined && { "content-type": type }),
      ...(random.chance(0.7) && {
        origin: random.pick([origin, origin, "http://localhost:5173", "https://evil.example"]),
      }),
      ...(random.chance(0.3) && {
        cookie: random
          .some([`isogate-${port}`, `isogate-sign-in-${port}`, `isogate-upstream-vault-${port}`, "__Host-oauth-x"], 0.5)
          .map((cookie) => `${cookie}=${random.word(300)}`)
          .join("; "),
      }),
      ...(random.chance(0.1) && {
        authorization: random.pick(["Bearer x", "Basic !!!", "Basic eDp5", "Bearer a:b:c", "x"]),
      }),
      ...(random.chance(0.1) && { "cf-access-jwt-assertion": "e30.e30.e30" }),
    },
    ...(body !== undefined && { body, parts: random.chance(0.2) ? 3 : 0 }),
  };
}

function written(fields: URLSearchParams, random: Random): { readonly type: string; readonly body: string } {
  switch (random.below(8)) {
    case 0:
      return { type: "application/json", body: JSON.stringify(Object.fromEntries(fields)) };
    case 1:
      return { type: "multipart/form-data; boundary=x", body: `--x\r\n${random.pick(HOSTILE_TEXTS)}` };
    case 2: {
      const parts = [...fields].map(
        ([field, value]) => `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
      );
      return { type: "multipart/form-data; boundary=x", body: `${parts.join("")}--x--\r\n` };
    }
    case 3:
      return {
        type: random.pick(["text/plain", "multipart/form-data", "application/x-www-form-urlencoded; charset=utf-16"]),
        body: fields.toString(),
      };
    default:
      return { type: "application/x-www-form-urlencoded", body: fields.toString() };
  }
}

function reflected({ headers, body }: Answered): string | undefined {
  if ("x-injected" in headers) return "a header was injected";
  const isPage = String(headers["content-type"]).startsWith("text/html");
  return isPage && body.includes("<script>alert") ? `markup was injected: ${body.slice(0, 300)}` : undefined;
}

function strayRedirect({ origin }: Target, { status, headers }: Answered): string | undefined {
  const location = headers["location"];
  if (status < 300 || status >= 400 || typeof location !== "string") return undefined;
  const { origin: to } = new URL(location, origin);
  return to === origin || location.startsWith(`${REDIRECT}?`) ? undefined : `redirects to ${location.slice(0, 200)}`;
}
