/** Fixed credentials reach the upstream they are for, and nobody else: least of all through what that upstream answers. */
import { RefreshTurns } from "../../../src/upstream/credentials/refresh-turns.ts";
import { describe, expect, it } from "vitest";
import { upstreams } from "../../support/upstreams.ts";
import type { HttpServerConfig } from "../../../src/config/gateway-config.ts";
import { UpstreamError, type Connector } from "../../../src/upstream/connector.ts";
import type { CredentialStore } from "../../../src/upstream/credentials/credential-store.ts";
import { Redaction } from "../../../src/upstream/credentials/redaction.ts";
import { staticCredentials } from "../../../src/upstream/credentials/static-credentials.ts";
import { openConnector } from "../../../src/upstream/open-connector.ts";

const noStore = { unavailable: "nothing is stored" } as CredentialStore;
const { leaky, documents } = upstreams;
const ENV = { TOKEN: 'to"ken~/+& 1234', PASSWORD: "pass-word-1", KEY: "k$&y-1234", SHORT: "t0ken" };
const SECRET_TEXTS = [
  ENV.TOKEN,
  encodeURIComponent(ENV.TOKEN),
  new URLSearchParams({ key: ENV.TOKEN }).toString(),
  JSON.stringify(ENV.TOKEN).slice(1, -1),
  ENV.PASSWORD,
  btoa(`user:${ENV.PASSWORD}`),
  ENV.KEY,
  "literal-secret",
];

function open(config: Partial<HttpServerConfig> & { readonly url: string }): Connector {
  const opened = openConnector({
    server: "leaky",
    config: { type: "http", ...config },
    env: ENV,
    localServers: {},
    known: undefined,
    credentials: {
      store: noStore,
      gateway: "",
      turns: new RefreshTurns(),
      firstIssuer: (_client, issuer) => Promise.resolve(issuer),
    },
    onToolsChanged: () => undefined,
    onResourceUpdated: () => undefined,
    onSignedIn: () => undefined,
  });
  if (!opened.ok) throw new Error(opened.reason);
  return opened.connector;
}

const signal = new AbortController().signal;
const tell = { name: "tell" };

async function everythingSaid(connector: Connector): Promise<string> {
  const list = await connector.list(signal);
  const result = await connector.call(tell, {}, { signal }).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
    return { message: error.message, cause: error.cause };
  });
  await connector.close();
  return JSON.stringify([list, result]).replaceAll('\\"', '"').replaceAll("\\\\", "\\");
}

const WAYS = ["http", "protocol", "failure", "result"];
const CONFIGS = [
  {
    name: "a header",
    config: { headers: { Authorization: "Bearer ${TOKEN}", "X-Key": "${KEY}" } },
    want: ["Bearer ${TOKEN}", "${KEY}"],
  },
  {
    name: "a literal header",
    config: { headers: { "X-Key": "literal-secret" } },
    want: ["[mcpServers.leaky.headers.X-Key]"],
  },
  { name: "a query parameter", config: { query: { key: "${TOKEN}" } }, want: ["?key=${TOKEN}"] },
  {
    name: "Basic authentication",
    config: { auth: { type: "basic", username: "user", password: "${PASSWORD}" } as const },
    want: ["Basic [mcpServers.leaky.auth]"],
  },
] as const;

/** What is replaced in the answer of an upstream that repeats only a part of what it was sent. */
function repeated(headers: Readonly<Record<string, string>>, part: string): string {
  const read = staticCredentials("leaky", { url: leaky, headers }, ENV);
  if (!read.ok) throw new Error(read.reason);
  const { said } = new Redaction(read.secrets).value({ said: `token ${part}.` });
  return said;
}

describe("a part of a header comes back from no answer", () => {
  const NAME = "[mcpServers.leaky.headers.Authorization]";
  it.each([
    { headers: { Authorization: "Bearer literal-secret" }, part: "literal-secret", want: NAME },
    { headers: { Authorization: "Token literal-secret" }, part: "literal-secret", want: NAME },
    { headers: { Authorization: `Basic ${btoa("user:pass-word-1")}` }, part: btoa("user:pass-word-1"), want: NAME },
    { headers: { Authorization: "Bearer sk-live-${PASSWORD}" }, part: `sk-live-${ENV.PASSWORD}`, want: NAME },
    { headers: { Authorization: "Bearer ${PASSWORD}" }, part: ENV.PASSWORD, want: "${PASSWORD}" },
    {
      headers: { "X-Api-Key": "Key literal-secret" },
      part: "literal-secret",
      want: "[mcpServers.leaky.headers.X-Api-Key]",
    },
    {
      headers: { Cookie: 'lang=english; session=literal-secret; b="other-secret"' },
      part: "literal-secret, other-secret, english",
      want: "[mcpServers.leaky.headers.Cookie], [mcpServers.leaky.headers.Cookie], english",
    },
    { headers: { "X-Token-Kind": "the token" }, part: "of a kind", want: "of a kind" },
  ])("$headers", ({ headers, part, want }) => {
    expect(repeated(headers, part)).toBe(`token ${want}.`);
  });

  it("or from an error, if it is short and of Authorization", () => {
    const read = staticCredentials("leaky", { url: leaky, headers: { Authorization: "Bearer t0ken" } }, {});
    if (!read.ok) throw new Error(read.reason);
    expect(new Redaction(read.secrets).text("no t0ken")).toBe(`no ${NAME}`);
  });
});

describe.each(CONFIGS)("$name", ({ config, want }) => {
  it.each(WAYS)("comes back from no answer (%s)", async (way) => {
    const said = await everythingSaid(open({ url: `${leaky}/${way}`, ...config }));
    for (const text of want) expect(said).toContain(text);
    for (const secret of SECRET_TEXTS) expect(said).not.toContain(secret);
  });
});

describe("a secret in the address", () => {
  it("arrives as it is, and comes back from no answer", async () => {
    const read = staticCredentials("leaky", { url: `${leaky}/\${PASSWORD}?a=1&key=\${TOKEN}` }, ENV);
    if (!read.ok) throw new Error(read.reason);
    expect(read.address.searchParams.get("key")).toBe(ENV.TOKEN);
    expect(new Redaction(read.secrets).text(`No ${read.address.search}`)).toBe("No ?a=1&key=${TOKEN}");
    const said = await everythingSaid(open({ url: `${leaky}/http?key=\${TOKEN}` }));
    expect(said).toContain("?key=${TOKEN}");
    for (const secret of SECRET_TEXTS) expect(said).not.toContain(secret);
  });
});

it("a secret that is cut off at the end of an error leaves no half of itself", async () => {
  const said = await everythingSaid(
    open({ url: `${leaky}/http`, headers: { Authorization: `Bearer ${"A".repeat(60)}\${TOKEN}` } }),
  );
  expect(said).not.toContain('to"k');
});

it("a short secret is kept out of errors, and data with the same letters is left alone", async () => {
  const connector = open({ url: `${leaky}/http`, headers: { "X-Key": "${SHORT}" } });
  await expect(connector.call(tell, {}, { signal })).rejects.toThrow(/\$\{SHORT\}/);
  await connector.close();
});

it("an address that redirects to another origin gets nothing there", async () => {
  const to = encodeURIComponent(`${documents}/echo`);
  const connector = open({
    url: `${upstreams.elsewhere}/redirect?status=307&to=${to}`,
    headers: { Authorization: "Bearer ${TOKEN}" },
  });
  await expect(connector.list(signal)).rejects.toThrow(
    /cannot be used at \S+\/redirect: it redirects to \S+\/echo, which is not followed\. If that address is meant, set mcpServers\.\S+\.url to it\.$/,
  );
  await connector.close();
});

it.each([
  { given: { headers: { "X-Key": "${ABSENT}" } }, want: /needs the secret ABSENT/ },
  { given: { query: { key: "${ABSENT}" } }, want: /needs the secret ABSENT/ },
  {
    given: { auth: { type: "basic", username: "u", password: "${ABSENT}" } as const },
    want: /needs the secret ABSENT/,
  },
  { given: { auth: { type: "basic", username: "a:b", password: "p" } as const }, want: /must not contain a colon/ },
  { given: { headers: { "X-Key": "a\nb" } }, want: /headers\.X-Key is not a valid HTTP header/ },
])("$given is a reason to be down", ({ given, want }) => {
  expect(() => open({ url: leaky, ...given })).toThrow(want);
});
