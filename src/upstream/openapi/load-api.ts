/**
 * Loads the description of an API from an address, from a file beside gateway.json (which the build has read into an asset), or from the
 * entry itself. It is read again only when it has changed.
 */
import { excessOfJson } from "../../lib/json-scanner.ts";
import { MAX_JSON_NAMES, MAX_JSON_VALUES } from "../../limits/json-limits.ts";
import { parseJson } from "../../lib/parse-json.ts";
import * as z from "zod";
import { sha256 } from "../../lib/hash.ts";
import { messageOf } from "../../lib/message-of.ts";
import { MAX_YAML_DOCUMENT_BYTES, MAX_YAML_SIGNS, MAX_YAML_VALUES } from "../../limits/api-limits.ts";
import { UpstreamError } from "../connector.ts";
import type { Redaction } from "../credentials/redaction.ts";
import { GuardedFetchError, type GuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import type { Assets } from "../http-api/assets-of.ts";
import { builtDescription, type BuiltFile } from "../http-api/built-description.ts";
import { describeMarkup } from "../markup-answer.ts";
import { whichSays } from "../upstream-explanation.ts";
import { readApi, type Api } from "./read-api.ts";
import { readYaml } from "./read-yaml.ts";

export type ApiSource =
  | { readonly kind: "address"; readonly url: URL; readonly headers: Headers }
  | ({ readonly kind: "file" } & BuiltFile)
  | { readonly kind: "inline"; readonly document: unknown };

export interface LoadOptions {
  readonly server: string;
  readonly source: ApiSource;
  readonly isOffered: (name: string) => boolean;
  readonly unmatched: (names: readonly string[]) => readonly string[];
  readonly schemes: readonly string[];
  readonly fetch: GuardedFetch;
  /** Applied to what is said of a failure: the address may hold secrets, and the other side may repeat headers. */
  readonly redaction: Redaction;
  readonly assets: Assets | undefined;
  /** The field `known` of an earlier load. */
  readonly known: string | undefined;
  readonly signal: AbortSignal;
}

interface LoadedApi {
  readonly api: Extract<Api, { ok: true }>;
  readonly known: string;
}

/** Another number when the same description would be read differently: what is stored was read by an older version. */
const READER = 11;
const knownSchema = z.object({ reader: z.literal(READER), hash: z.string(), etag: z.string().optional() });

/** @throws UpstreamError */
export async function loadApi(options: LoadOptions): Promise<LoadedApi | "unchanged"> {
  const { server, known, isOffered, unmatched, schemes } = options;
  const before = known === undefined ? undefined : knownSchema.safeParse(parseJson(known)).data;
  const loaded = await loadText(options, before?.etag);
  if (loaded === "unchanged") return "unchanged";
  const { text, etag, isRead } = loaded;
  const hash = await sha256(text);
  if (before?.hash === hash) return "unchanged";
  const reading = { isOffered, unmatched, schemes };
  const api = isRead ? (parseJson(text) as Api) : readApi(parseDescription(server, text), reading);
  if (!api.ok) {
    const { source, redaction } = options;
    const from =
      source.kind === "address" ? ` It is at ${redaction.text(shownAddress(source.url))}. ${checkSpec(server)}` : "";
    throw new UpstreamError("UPSTREAM_ERROR", `${server}: ${api.problem}${from}`);
  }
  return { api, known: JSON.stringify({ reader: READER, hash, ...(etag !== undefined && { etag }) }) };
}

/** Without the query, which may hold a key. */
function shownAddress({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

function checkSpec(server: string): string {
  return `Check mcpServers.${server}.spec.`;
}

interface LoadedText {
  readonly text: string;
  readonly etag?: string;
  /** True if the build has read it already: it is the result of `readApi`. */
  readonly isRead: boolean;
}

async function loadText(options: LoadOptions, etag: string | undefined): Promise<LoadedText | "unchanged"> {
  const { server, source, assets } = options;
  switch (source.kind) {
    case "inline":
      return { text: JSON.stringify(source.document), isRead: false };
    case "file":
      return { text: await builtDescription(server, source, assets), isRead: true };
    case "address":
      return download(options, source, etag);
  }
}

async function download(
  { server, fetch, redaction, signal }: LoadOptions,
  { url, headers: own }: Extract<ApiSource, { kind: "address" }>,
  etag: string | undefined,
): Promise<LoadedText | "unchanged"> {
  const headers = new Headers(own);
  headers.set("accept", "application/json, application/yaml;q=0.9, */*;q=0.5");
  headers.set("user-agent", "isogate");
  if (etag !== undefined) headers.set("if-none-match", etag);
  const at = redaction.text(shownAddress(url));
  let response: Response;
  try {
    response = await fetch(url, { headers, signal });
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    const code = error.code === "TIMED_OUT" ? "UPSTREAM_TIMEOUT" : "UPSTREAM_ERROR";
    throw new UpstreamError(code, `The description of ${server} cannot be read. ${redaction.text(error.message)}`);
  }
  if (response.status === 304 && etag !== undefined) return "unchanged";
  const text = await response.text();
  if (!response.ok) {
    const said = whichSays(redaction.text(text));
    const message = `The description of ${server} cannot be read: HTTP ${response.status} from ${at}${said}. Check mcpServers.${server}.spec; its headers are sent there only where base_url is of the same origin.`;
    throw new UpstreamError("UPSTREAM_ERROR", message);
  }
  const markup = describeMarkup(response, text, "an OpenAPI description");
  if (markup !== undefined) {
    const message = `The description of ${server} cannot be read: ${at} ${markup} ${checkSpec(server)}`;
    throw new UpstreamError("UPSTREAM_ERROR", message);
  }
  const tag = response.headers.get("etag");
  return { text, isRead: false, ...(tag !== null && tag.length <= 500 && { etag: tag }) };
}

/** Each value of YAML begins after one of these, or after one of the others and a blank: `- - - 0` are four values. */
const SIGNS = ",[{\n";
const BLOCK_SIGNS = "-?";

function hasManySigns(text: string): boolean {
  let signs = 0;
  for (let at = 0; at < text.length; at += 1) {
    const isBeforeValue = SIGNS.includes(text[at] ?? "");
    if (isBeforeValue || (BLOCK_SIGNS.includes(text[at] ?? "") && /[ \t]/.test(text[at + 1] ?? ""))) signs += 1;
  }
  return signs > MAX_YAML_SIGNS;
}

/**
 * JSON or YAML.
 * @param isOwn the deployment wrote it: it may be as long as it is
 * @throws UpstreamError
 */
export function parseDescription(server: string, text: string, isOwn = false): unknown {
  const trimmed = text.replace(/^\uFEFF/, "");
  const excess = isOwn ? undefined : excessOfJson(trimmed, { maxNames: MAX_JSON_NAMES, maxValues: MAX_JSON_VALUES });
  if (excess !== undefined) throw new UpstreamError("UPSTREAM_ERROR", `The description of ${server} ${excess}.`);
  try {
    if (/^\s*[{[]/.test(trimmed.slice(0, 1_000))) return JSON.parse(trimmed) as unknown;
  } catch (error) {
    throw new UpstreamError("UPSTREAM_ERROR", `The description of ${server} is not JSON${placeOf(error)}.`);
  }
  if (!isOwn && trimmed.length > MAX_YAML_DOCUMENT_BYTES) {
    const message = `The description of ${server} is YAML of more than ${MAX_YAML_DOCUMENT_BYTES} characters. Give it as JSON, or as a file beside gateway.json.`;
    throw new UpstreamError("UPSTREAM_ERROR", message);
  }
  if (!isOwn && hasManySigns(trimmed)) {
    const message = `The description of ${server} is YAML of more than ${MAX_YAML_SIGNS} lines, commas, brackets and dashes. Give it as JSON, or as a file beside gateway.json.`;
    throw new UpstreamError("UPSTREAM_ERROR", message);
  }
  try {
    return readYaml(trimmed, isOwn ? Infinity : MAX_YAML_VALUES);
  } catch (error) {
    throw new UpstreamError(
      "UPSTREAM_ERROR",
      `The description of ${server} is neither JSON nor YAML: ${messageOf(error).slice(0, 300)}`,
    );
  }
}

/** The engine's message has a part of the text, which may be another file than the description: users of the gateway must not read that. */
function placeOf(error: unknown): string {
  const [place] = /line \d+ column \d+/.exec(error instanceof Error ? error.message : "") ?? [];
  return place === undefined ? "" : ` (${place})`;
}
