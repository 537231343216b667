/** `/api/v1/doctor`: how each upstream, secret, binding and limit is, for admins alone. */
import { beforeAll, expect, it } from "vitest";
import type { Env } from "../../src/config/env.ts";
import type { GatewayConfig } from "../../src/config/gateway-config.ts";
import { parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";
import { examine } from "../../src/http/api/doctor-checks.ts";
import { api, createKey, problemOf } from "../support/api.ts";

interface Check {
  readonly of: string;
  readonly name: string;
  readonly state: string;
  readonly message: string;
}

async function checks(): Promise<readonly Check[]> {
  const { ok, checks: all } = (await (await api("/doctor")).json()) as { ok: boolean; checks: readonly Check[] };
  expect(ok).toBe(all.every(({ state }) => state !== "problem"));
  return all;
}

function configOf(given: object): GatewayConfig {
  const parsed = parseGatewayConfig(given);
  if (!parsed.ok) throw new Error("The configuration is wrong.");
  return parsed.config;
}

const EMPTY = {
  config: configOf({}),
  inFile: {},
  problems: [],
  notes: [],
  env: {} as Env,
  reports: [],
  bundled: new Set<string>(),
  unopened: 0,
};

let current: readonly Check[];
beforeAll(async () => {
  current = await checks();
});

it.each([
  { of: "upstream", name: "notes", state: "ok", message: "works and has 2 tools." },
  { of: "upstream", name: "needs_secret", state: "problem", message: "needs the secret MISSING_SECRET" },
  { of: "upstream", name: "filesystem", state: "problem", message: "cannot run at the edge" },
  { of: "upstream", name: "vault", state: "problem", message: "npx isogate upstreams connect vault" },
  { of: "upstream", name: "odd", state: "warning", message: "has no usable name" },
  { of: "secret", name: "TEST_TOKEN", state: "ok", message: "is set" },
  { of: "secret", name: "MISSING_SECRET", state: "problem", message: "npx wrangler secret put MISSING_SECRET" },
  { of: "secret", name: "ISOGATE_OPEN", state: "ok", message: "without a key" },
  { of: "secret", name: "ISOGATE_ENCRYPTION_KEY", state: "ok", message: "seals" },
  { of: "binding", name: "LOADER", state: "ok", message: "is bound" },
  { of: "binding", name: "AI", state: "ok", message: "compares words only" },
  { of: "limit", name: "cpu_ms", state: "ok", message: "5000, the default" },
  { of: "limit", name: "max_tool_calls", state: "ok", message: "no limit" },
])("says of the $of $name that it is $state", ({ of, name, state, message }) => {
  expect(current).toContainEqual({ of, name, state, message: expect.stringContaining(message) });
});

it.each([
  { type: "openapi", spec: "https://api.example/openapi.json" },
  { type: "graphql", url: "https://api.example/graphql" },
  { url: "https://api.example/mcp" },
])("says that nobody can sign in to $type without a key", (entry) => {
  const found = examine({ ...EMPTY, config: configOf({ mcpServers: { api: { ...entry, auth: "oauth" } } }) });
  const message = expect.stringContaining("nobody can sign in to api") as unknown;
  expect(found).toContainEqual({ of: "secret", name: "ISOGATE_ENCRYPTION_KEY", state: "problem", message });
});

it.each([
  { env: { ISOGATE_OPEN: "yes" }, name: "ISOGATE_OPEN", message: "write ISOGATE_OPEN=local in .dev.vars" },
  {
    env: { ISOGATE_ENCRYPTION_KEY: "abc" },
    name: "ISOGATE_ENCRYPTION_KEY",
    message: "one of its keys has only 3 characters",
  },
])("warns of a variable without its effect: $env", ({ env, name, message }) => {
  const found = examine({ ...EMPTY, env: env as unknown as Env });
  const check = { of: "secret", name, state: "warning", message: expect.stringContaining(message) };
  expect(found.filter((one) => one.name === name)).toStrictEqual([check]);
});

it("counts the tokenized values that the key does not open", () => {
  const found = examine({ ...EMPTY, unopened: 2 });
  const message = expect.stringContaining("cannot open 2 tokenized values of your principal") as unknown;
  expect(found).toContainEqual({ of: "secret", name: "ISOGATE_ENCRYPTION_KEY", state: "problem", message });
});

it("says by what an upstream is switched off, and how to switch it on", () => {
  const off = { url: "https://a.example/mcp", disabled: true };
  const { mcpServers: inFile } = configOf({ mcpServers: { file: off, admin: { url: off.url } } });
  const config = configOf({ mcpServers: { file: off, admin: off, added: off } });
  const found = examine({ ...EMPTY, config, inFile }).filter(({ of }) => of === "upstream");
  const byAdmin = (name: string): unknown =>
    expect.stringContaining(`by an admin while the gateway runs: npx isogate upstreams enable ${name}`);
  expect(found).toStrictEqual([
    { of: "upstream", name: "file", state: "ok", message: "is switched off in gateway.json." },
    { of: "upstream", name: "admin", state: "ok", message: byAdmin("admin") },
    { of: "upstream", name: "added", state: "ok", message: byAdmin("added") },
  ]);
});

it.each([
  { entry: { timeouts: { call_ms: 300_000 } }, name: "mcpServers.a.timeouts.call_ms" },
  { entry: { timeout_ms: 300_000 }, name: "mcpServers.a.timeout_ms" },
])("says that a run ends before a call with $entry", ({ entry, name }) => {
  const found = examine({
    ...EMPTY,
    config: configOf({ mcpServers: { a: { url: "https://a.example/mcp", ...entry } } }),
  });
  const message = expect.stringContaining("300000 is more than limits.timeout_ms") as unknown;
  expect(found).toContainEqual({ of: "limit", name, state: "warning", message });
});

it("asks for the secrets that are sent, and for no other name", () => {
  const config = configOf({
    mcpServers: {
      used: { url: "https://${HOST}/mcp", headers: { A: "${TOKEN}" } },
      refused: { url: "https://a.example", headers: { A: "${NOPE:-fallback}" } },
      off: { url: "https://a.example", headers: { A: "${LATER}" }, disabled: true },
      local: { command: "npx", args: ["${OF_PROCESS}"] },
      described: { type: "openapi", spec: { openapi: "3.1.0", info: { description: "as ${TEXT}" } } },
    },
    policy: { version: "1", default: "allow", tools: { "used.x": { action: "deny", reason: "not ${REASON}" } } },
    telemetry: { otlp_url: "https://${OTEL}/v1/traces" },
  });
  const found = examine({ ...EMPTY, config }).filter(({ of }) => of === "secret");
  expect(found.map(({ name }) => name).toSorted()).toStrictEqual(["HOST", "OTEL", "TOKEN"]);
});

it("names packages that are not bundled", () => {
  const config = configOf({ packages: ["lodash", { name: "nonexistent-zz", require_approval: true }] });
  const found = examine({ ...EMPTY, config, bundled: new Set(["lodash"]) });
  expect(found.filter(({ name }) => name === "packages")).toMatchObject([
    { of: "setting", state: "ok", message: expect.stringContaining("lodash can be imported") },
    { of: "setting", state: "problem", message: expect.stringContaining("npm install nonexistent-zz") },
  ]);
});

it("shows no value of a secret", async () => {
  expect(JSON.stringify(await checks())).not.toMatch(/t0ken-secret|by-hand-secret|setup-token-of|tests-only-tests/);
});

it("is for admins", async () => {
  const { key } = await createKey({});
  expect(await problemOf(await api("/doctor", { key }))).toMatchObject({ status: 403, code: "FORBIDDEN" });
});

it("says of an upstream that was not heard from in time, or not asked, how it was before", () => {
  const report = { name: "api", tools: 1, unchecked: [], credential: { state: "none" }, signsIn: false } as const;
  const config = configOf({ mcpServers: { api: { url: "https://api.example/mcp" } } });
  const ready = { ...report, status: { state: "ready" }, unansweredMs: 8_000 } as const;
  const message =
    "works and has 1 tool. It was not heard from in this check (8 s), so this is what was known before; ask again in a moment.";
  expect(examine({ ...EMPTY, config, reports: [ready] })).toContainEqual({
    of: "upstream",
    name: "api",
    state: "warning",
    message,
  });
});
