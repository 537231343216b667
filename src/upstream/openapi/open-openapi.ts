/** From an `openapi` entry of gateway.json to its connector. */
import { describedAsset } from "../../config/described-asset.ts";
import { schemesOf, type OpenApiServerConfig } from "../../config/api-servers.ts";
import { substituteInAddress } from "../../config/address-secrets.ts";
import { MAX_API_DOCUMENT_BYTES } from "../../limits/api-limits.ts";
import { MAX_ANSWER_BYTES } from "../../limits/upstream-limits.ts";
import { offers, unmatched } from "../around/choose-tools.ts";
import { remoteConfig } from "../credentials/api-credentials.ts";
import { openCredential } from "../credentials/open-credential.ts";
import { Redaction } from "../credentials/redaction.ts";
import { missingReason, staticCredentials } from "../credentials/static-credentials.ts";
import { createGuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import type { Opened, OpenOptions } from "../open-options.ts";
import { assetsOf } from "../http-api/assets-of.ts";
import type { ApiSource } from "./load-api.ts";
import { OpenApiConnector } from "./openapi-connector.ts";
import { readSchemes } from "./scheme-credentials.ts";

/** Stands where only the description knows the address; nothing is ever sent there. */
const NOWHERE = "https://unknown.invalid/";

export function openOpenApi(options: OpenOptions, config: OpenApiServerConfig, timeoutMs: number): Opened {
  const { server, env, known } = options;
  const fixed = staticCredentials(server, remoteConfig(config.base_url ?? NOWHERE, config), env);
  if (!fixed.ok) return fixed;
  const base = config.base_url === undefined ? undefined : fixed.address;
  if (needsBase(config) && base === undefined) {
    const reason = `mcpServers.${server}.auth needs mcpServers.${server}.base_url, which determines the authorization server.`;
    return { ok: false, reason };
  }
  const source = sourceOf(config, base, options, fixed.headers);
  if (!source.ok) return source;
  const schemes = readSchemes(server, schemesOf(config.auth), env);
  if (!schemes.ok) return schemes;
  const redaction = new Redaction([...fixed.secrets, ...source.secrets, ...schemes.secrets]);
  const { auth } = remoteConfig("", config);
  const opened = openCredential({
    ...options,
    auth,
    address: fixed.address,
    redaction,
    isStatic: fixed.isStatic || schemes.credentials.size > 0,
  });
  if (!opened.ok) return opened;
  const { tokens, credential } = opened;
  const addresses = [base, source.source.kind === "address" ? source.source.url : undefined];
  const ownOrigins = new Set(addresses.flatMap((url) => url?.origin ?? []));
  const guard = { allowLoopback: env["ISOGATE_OPEN"] === "local", ownOrigins, timeoutMs };
  const connector = new OpenApiConnector({
    server,
    source: source.source,
    isOffered: offers(config.tools ?? {}),
    unmatched: unmatched(config.tools ?? {}),
    schemes: schemes.credentials,
    assets: assetsOf(env),
    base,
    ownOrigins,
    search: fixed.address.search,
    headers: fixed.headers,
    tokens,
    redaction,
    fetch: createGuardedFetch({ ...guard, maxBytes: MAX_ANSWER_BYTES }),
    fetchDescription: createGuardedFetch({ ...guard, maxBytes: MAX_API_DOCUMENT_BYTES }),
    known,
  });
  return { ok: true, connector, credential };
}

function needsBase({ auth }: OpenApiServerConfig): boolean {
  if (auth === undefined || !("type" in auth)) return false;
  return (
    auth.type === "oauth" ||
    auth.type === "enterprise" ||
    (auth.type === "client_credentials" && auth.tokenUrl === undefined)
  );
}

type Source =
  | { readonly ok: true; readonly source: ApiSource; readonly secrets: Parameters<Redaction["addFixed"]>[0][] }
  | { readonly ok: false; readonly reason: string };

function sourceOf(config: OpenApiServerConfig, base: URL | undefined, options: OpenOptions, headers: Headers): Source {
  const { server, env } = options;
  const { spec } = config;
  if (typeof spec !== "string") return { ok: true, source: { kind: "inline", document: spec }, secrets: [] };
  const asset = describedAsset(config);
  if (asset !== undefined) return { ok: true, source: { kind: "file", path: spec, asset }, secrets: [] };
  const substituted = substituteInAddress(spec, env);
  if (!substituted.ok) return { ok: false, reason: missingReason(server, substituted.missing) };
  const url = URL.parse(substituted.text);
  if (url === null || !["https:", "http:"].includes(url.protocol)) {
    const reason = `mcpServers.${server}.spec is neither an http(s) address nor a file beside gateway.json like ./petstore.yaml: ${spec.slice(0, 200)}`;
    return { ok: false, reason };
  }
  const own = url.origin === base?.origin ? headers : new Headers();
  return { ok: true, source: { kind: "address", url, headers: own }, secrets: [...substituted.secrets] };
}
