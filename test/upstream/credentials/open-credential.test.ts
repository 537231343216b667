/** What becomes of `auth` where something is missing: a reason that says what to set, and nothing in clear. */
import { RefreshTurns } from "../../../src/upstream/credentials/refresh-turns.ts";
import { expect, it } from "vitest";
import { Realm } from "../../support/realm.ts";
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
    env: { ISOGATE_OPEN: "local", SECRET: "by-hand-secret+%41/s=" },
    localServers: {},
    known: undefined,
    credentials: {
      store,
      gateway: "",
      turns: new RefreshTurns(),
      firstIssuer: (_client, issuer) => Promise.resolve(first ?? issuer),
    },
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

it("an upstream whose metadata only its challenge names is asked for the challenge", async () => {
  const realm = new Realm(protectedOne, "unlisted");
  await realm.control({ hidesMetadata: true, resourceMetadataUrl: `${realm.url}/prm` });
  const opened = open(machine, "unlisted");
  if (!opened.ok) throw new Error(opened.reason);
  const { signal } = new AbortController();
  expect(await opened.connector.call({ name: "whoami" }, {}, { signal })).toMatchObject({
    content: [{ text: "machine" }],
  });
  // Only the question for the challenge came without a token.
  expect(await realm.stats()).toMatchObject({ refused: 1, tokenRequests: ["client_credentials"] });
  await opened.connector.close();
});

it("an upstream whose challenge names no metadata is reported by what its usual place says", async () => {
  const realm = new Realm(protectedOne, "unfound");
  await realm.control({ hidesMetadata: true, resourceMetadataUrl: "" });
  const opened = open(machine, "unfound");
  if (!opened.ok) throw new Error(opened.reason);
  const { signal } = new AbortController();
  await expect(opened.connector.call({ name: "whoami" }, {}, { signal })).rejects.toThrow(
    /publishes no authorization server metadata/,
  );
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
