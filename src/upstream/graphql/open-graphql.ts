/** From a `graphql` entry of gateway.json to its connector. */
import { isFilePath, type GraphqlServerConfig } from "../../config/api-servers.ts";
import { describedAsset } from "../../config/described-asset.ts";
import { MAX_API_DOCUMENT_BYTES } from "../../limits/api-limits.ts";
import { MAX_ANSWER_BYTES } from "../../limits/upstream-limits.ts";
import { newName, offers, unmatched } from "../around/choose-tools.ts";
import { assetsOf } from "../http-api/assets-of.ts";
import { remoteConfig } from "../credentials/api-credentials.ts";
import { openCredential } from "../credentials/open-credential.ts";
import { Redaction } from "../credentials/redaction.ts";
import { staticCredentials } from "../credentials/static-credentials.ts";
import { createGuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import type { Opened, OpenOptions } from "../open-options.ts";
import { GraphqlConnector } from "./graphql-connector.ts";
import type { SchemaSource } from "./load-schema.ts";

const DEFAULT_BOUNDS = { maxDepth: 10, maxFields: 500 };

export function openGraphql(options: OpenOptions, config: GraphqlServerConfig, timeoutMs: number): Opened {
  const { server, env, known } = options;
  const remote = remoteConfig(config.url, config);
  const fixed = staticCredentials(server, remote, env);
  if (!fixed.ok) return fixed;
  const redaction = new Redaction(fixed.secrets);
  const { address, headers, isStatic } = fixed;
  const opened = openCredential({ ...options, auth: remote.auth, address, redaction, isStatic });
  if (!opened.ok) return opened;
  const guard = { allowLoopback: env["ISOGATE_OPEN"] === "local", ownOrigins: new Set([address.origin]), timeoutMs };
  const connector = new GraphqlConnector({
    server,
    url: address,
    source: sourceOf(config),
    isOffered: offers(config.tools ?? {}),
    unmatched: unmatched(config.tools ?? {}),
    shownName: (name) => newName(name, config.tools ?? {}) ?? name,
    isGoverned: options.isGoverned === true,
    decidesApart: options.decidesApart,
    assets: assetsOf(env),
    bounds: {
      maxDepth: config.max_depth ?? DEFAULT_BOUNDS.maxDepth,
      maxFields: config.max_fields ?? DEFAULT_BOUNDS.maxFields,
    },
    headers,
    tokens: opened.tokens,
    redaction,
    fetch: createGuardedFetch({ ...guard, maxBytes: MAX_ANSWER_BYTES }),
    fetchDescription: createGuardedFetch({ ...guard, maxBytes: MAX_API_DOCUMENT_BYTES }),
    known,
  });
  return { ok: true, connector, credential: opened.credential };
}

function sourceOf({ sdl, ...config }: GraphqlServerConfig): SchemaSource {
  if (sdl === undefined) return { kind: "introspection" };
  const asset = isFilePath(sdl) ? describedAsset({ ...config, sdl }) : undefined;
  return asset === undefined ? { kind: "text", sdl } : { kind: "file", path: sdl, asset };
}
