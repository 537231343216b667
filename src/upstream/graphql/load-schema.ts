/** The schema of a GraphQL API: from its SDL, or by introspection. Whatever it says is bounded before it is parsed. */
import { buildClientSchema, buildSchema, getIntrospectionQuery } from "graphql";
import type { GraphQLSchema, IntrospectionQuery } from "graphql";
import { MAX_API_DOCUMENT_BYTES, MAX_API_DOCUMENT_DEPTH, MAX_SCHEMA_TOKENS } from "../../limits/api-limits.ts";
import { excessOfJson } from "../../lib/json-scanner.ts";
import { MAX_JSON_NAMES, MAX_JSON_VALUES } from "../../limits/json-limits.ts";
import { isDeeper } from "../../lib/nesting.ts";
import type { Assets } from "../http-api/assets-of.ts";
import { builtDescription, type BuiltFile } from "../http-api/built-description.ts";
import { UpstreamError } from "../connector.ts";
import { Redaction } from "../credentials/redaction.ts";
import { describeMarkup } from "../markup-answer.ts";
import { upstreamExplanation, whichSays } from "../upstream-explanation.ts";
import { shorten } from "../../lib/shorten.ts";
import { messageOf } from "../../lib/message-of.ts";

export type SchemaSource =
  | { readonly kind: "text"; readonly sdl: string }
  | ({ readonly kind: "file" } & BuiltFile)
  | { readonly kind: "introspection" };

type BuiltSchema = { readonly ok: true; readonly sdl: string } | { readonly ok: false; readonly problem: string };

interface SchemaText {
  readonly text: string;
  readonly isSdl: boolean;
}

export const INTROSPECTION = getIntrospectionQuery({ descriptions: true, inputValueDeprecation: false });

/** @param ask sends the introspection query @param at the address that it asks, as messages show it @throws UpstreamError */
export async function loadSchemaText(
  server: string,
  source: SchemaSource,
  assets: Assets | undefined,
  ask: () => Promise<Response>,
  at: string,
): Promise<SchemaText> {
  if (source.kind === "text") return { text: source.sdl, isSdl: true };
  if (source.kind === "file") {
    const built = JSON.parse(await builtDescription(server, source, assets)) as BuiltSchema;
    if (!built.ok) throw new UpstreamError("UPSTREAM_ERROR", `${server}: ${built.problem}`);
    return { text: built.sdl, isSdl: true };
  }
  const response = await ask();
  const text = await response.text();
  if (response.ok) {
    const markup = describeMarkup(response, text, "an answer of a GraphQL server");
    if (markup === undefined) return { text, isSdl: false };
    throw new UpstreamError(
      "UPSTREAM_ERROR",
      `The schema of ${server} could not be read: ${at} ${markup} Check mcpServers.${server}.url.`,
    );
  }
  const said = whichSays(text);
  const { status } = response;
  const isRefused = status === 401 || status === 403;
  const message = `The schema of ${server} could not be read: HTTP ${status}${said}. ${adviceOn(status, server)}`;
  throw new UpstreamError(isRefused ? "UPSTREAM_AUTH_REQUIRED" : "UPSTREAM_ERROR", message);
}

/** Some servers answer with 403 where introspection alone is off, and with 401 for want of credentials only. */
function adviceOn(status: number, server: string): string {
  const credentials = `Check the credentials in mcpServers.${server} (auth or headers).`;
  if (status === 401) return credentials;
  return status === 403 ? `${credentials} ${GIVE_SDL(server)}` : GIVE_SDL(server);
}

const GIVE_SDL = (server: string): string =>
  `Where introspection is off, give the schema: mcpServers.${server}.sdl, a file like ./${server}.graphql.`;

const MAX_WORDS_CHARS = 200;

/** @param redaction applied to what the server says instead of a schema @throws UpstreamError */
export function readSchema(server: string, { text, isSdl }: SchemaText, redaction = new Redaction()): GraphQLSchema {
  if (text.length > MAX_API_DOCUMENT_BYTES) {
    throw new UpstreamError(
      "UPSTREAM_ERROR",
      `The schema of ${server} has more than ${MAX_API_DOCUMENT_BYTES} characters.`,
    );
  }
  try {
    if (isSdl) return buildSchema(text, { maxTokens: MAX_SCHEMA_TOKENS, noLocation: true });
    const excess = excessOfJson(text, { maxNames: MAX_JSON_NAMES, maxValues: MAX_JSON_VALUES });
    if (excess !== undefined) throw new Error(`it ${excess}`);
    const answer = JSON.parse(text) as { readonly data?: IntrospectionQuery; readonly errors?: unknown };
    if (isDeeper(answer, MAX_API_DOCUMENT_DEPTH)) throw new Error("it is nested too deeply");
    if (answer.data?.__schema === undefined)
      throw new Error(
        shorten(upstreamExplanation(redaction.text(text)), MAX_WORDS_CHARS) || "there is no schema in the answer",
      );
    return buildClientSchema(answer.data);
  } catch (error) {
    const message = messageOf(error);
    const reason = message.slice(0, 500).replace(/\.$/, "");
    throw new UpstreamError(
      "UPSTREAM_ERROR",
      `The schema of ${server} cannot be read: ${reason}. ${isSdl ? "" : GIVE_SDL(server)}`.trim(),
    );
  }
}
