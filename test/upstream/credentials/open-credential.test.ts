/** What becomes of `auth` where something is missing: a reason that says what to set, and nothing in clear. */
import { expect, it } from "vitest";
import { upstreams } from "../../support/upstreams.ts";
import type { HttpServerConfig } from "../../../src/config/gateway-config.ts";
import { openKeyRing } from "../../../src/upstream/credentials/key-ring.ts";
import type { CredentialStore } from "../../../src/upstream/credentials/credential-store.ts";
import { openConnector } from "../../../src/upstream/open-connector.ts";
import type { Opened } from "../../../src/upstream/open-options.ts";

const { protectedOne } = upstreams;
const keyless = openKeyRing(undefined);
/** As in a deployment without ISOGATE_ENCRYPTION_KEY: whoever stores anything all the same fails the test. */
const store = { unavailable: keyless.ok ? undefined : keyless.error } as CredentialStore;

function open(auth: NonNullable<HttpServerConfig["auth"]>, realm = "nobody", first?: string): Opened {
  return openConnector({
    server: "vault",
    config: { type: "http", url: `${protectedOne}/r/${realm}/mcp`, auth },
    env: { ISOGATE_OPEN: "local", SECRET: "by-hand-secret" },
    localServers: {},
    known: undefined,
    credentials: { store, gateway: "", firstIssuer: (_client, issuer) => Promise.resolve(first ?? issuer) },
    onToolsChanged: () => undefined,
    onResourceUpdated: () => undefined,
    onSignedIn: () => undefined,
  });
}

it.each<{ given: NonNullable<HttpServerConfig["auth"]>; want: RegExp }>([
  {
    given: { type: "oauth" },
    want: /^Nobody can sign in to vault: ISOGATE_ENCRYPTION_KEY is not set \(npx wrangler secret put/,
  },
  { given: { type: "oauth", clientId: "a", clientSecret: "${ABSENT}" }, want: /^vault needs the secret ABSENT/ },
  {
    given: { type: "client_credentials", clientId: "a", clientSecret: "${ABSENT}" },
    want: /^vault needs the secret ABSENT/,
  },
])("$given is a reason to be down", ({ given, want }) => {
  expect(open(given)).toStrictEqual({ ok: false, reason: expect.stringMatching(want) });
});

const machine = { type: "client_credentials", clientId: "by-hand", clientSecret: "${SECRET}" } as const;

it("the client credentials grant needs no key: its token is kept in memory", async () => {
  const opened = open(machine);
  if (!opened.ok) throw new Error(opened.reason);
  const { signal } = new AbortController();
  expect(await opened.connector.call({ name: "whoami" }, {}, { signal })).toMatchObject({
    content: [{ text: "machine" }],
  });
  expect(await opened.credential.describe()).toMatchObject({ state: "ok" });
  await opened.connector.close();
});

it("a secret is sent to no other issuer than the first one", async () => {
  const opened = open(machine, "unnamed", "https://first.example");
  if (!opened.ok) throw new Error(opened.reason);
  const { signal } = new AbortController();
  await expect(opened.connector.call({ name: "whoami" }, {}, { signal })).rejects.toThrow(
    /instead of https:\/\/first\.example\. .* set auth\.issuer of mcpServers\.vault in gateway\.json/,
  );
  await opened.connector.close();
});
