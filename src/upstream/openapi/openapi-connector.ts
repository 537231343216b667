/**
 * An HTTP API that an OpenAPI description tells of. Every address that a description or an answer names is asked through the guarded fetch;
 * credentials go to one origin only: that of `base_url`, or of the description's first server.
 */
import { rawNumber } from "../../lib/exact-json.ts";
import type { OperationRequest } from "../../../sdk-gen/index.ts";
import { ApiClient, type ApiClientOptions } from "../http-api/api-client.ts";
import { UpstreamError } from "../connector.ts";
import type { CallOptions, Connector, ToolDefinition, ToolList, ToolResult } from "../connector.ts";
import type { GuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import { replaceLongIntegers } from "../long-integers.ts";
import { buildRequest } from "./build-request.ts";
import { unplacedRemark } from "./left-out.ts";
import { loadApi, type ApiSource, type LoadOptions } from "./load-api.ts";
import { bodyNames } from "./operation-arguments.ts";
import { fixedNames } from "./fixed-names.ts";
import { metaOf } from "../http-api/answer-meta.ts";
import { withoutPage } from "../http-api/page-for-json.ts";
import { readHttpAnswer } from "../http-api/read-http-answer.ts";
import { placeCredentials, type SchemeCredentials } from "./scheme-credentials.ts";
import type { Api, ApiTool } from "./read-api.ts";
import { addressOf, placeServer, placedAddress, type PlacedServer } from "./placed-server.ts";
import { withoutFixed } from "./without-fixed.ts";
import { quote } from "../../lib/shorten.ts";
import { asRecord, isRecord } from "../../lib/is-record.ts";

interface OpenApiOptions extends ApiClientOptions {
  readonly source: ApiSource;
  readonly isOffered: (name: string) => boolean;
  readonly unmatched: (names: readonly string[]) => readonly string[];
  /** Credentials by the names of the description's security schemes. */
  readonly schemes: SchemeCredentials;
  readonly assets: LoadOptions["assets"];
  /** The address of requests in place of the description's servers; with the query that every request has. */
  readonly base: URL | undefined;
  /** Origins that the deployment has chosen; they may be on private networks. Shared with `fetch`. */
  readonly ownOrigins: Set<string>;
  /** Query of every request where there is no `base`. */
  readonly search: string;
  /** Reads descriptions, which are larger than answers. */
  readonly fetchDescription: GuardedFetch;
  readonly known: string | undefined;
}

/** The data that the connector keeps with a tool. Nothing of `base_url` is in it, which may hold secrets. */
interface PlacedRequest extends Omit<OperationRequest, "server">, PlacedServer {}

export class OpenApiConnector implements Connector {
  readonly #options: OpenApiOptions;
  readonly #client: ApiClient;
  #known: string | undefined;

  constructor(options: OpenApiOptions) {
    this.#options = options;
    this.#client = new ApiClient(options);
    this.#known = options.known;
  }

  async list(signal: AbortSignal): Promise<ToolList | "unchanged"> {
    const { server, source, isOffered, unmatched, assets, fetchDescription, redaction } = this.#options;
    const schemes = [...this.#options.schemes.keys()];
    const read = { server, source, isOffered, unmatched, schemes, assets, redaction };
    const options = { ...read, fetch: fetchDescription, known: this.#known, signal };
    const loaded = await loadApi(options);
    if (loaded === "unchanged") return "unchanged";
    const { tools, remarks } = this.#place(loaded.api);
    this.#known = loaded.known;
    const unreadable = [...loaded.api.remarks, ...remarks];
    return redaction.value({ tools, unreadable, isChosen: true, known: loaded.known });
  }

  async call(tool: ToolDefinition, args: Record<string, unknown>, options: CallOptions): Promise<ToolResult> {
    const plan = tool.request as PlacedRequest | undefined;
    const { server, redaction, base } = this.#options;
    if (plan === undefined)
      throw new UpstreamError("UPSTREAM_ERROR", `${server} has no tool ${tool.name}.`, { concernsCallOnly: true });
    const given = replaceLongIntegers(args, tool.inputSchema, rawNumber) as Record<string, unknown>;
    const isTrusted = plan.isForeign !== true;
    const wanted = (isTrusted && plan.credentials) || [];
    const fields = bodyFields(plan, tool.inputSchema);
    const sentHeaders = isTrusted ? this.#options.headers : new Headers();
    const request = buildRequest({ ...plan, credentials: wanted }, this.#baseOf(plan), given, fields, sentHeaders);
    const { url, method, headers, body } = request;
    const credentials = placeCredentials(wanted, this.#options.schemes);
    if (!credentials.ok) {
      const message = `${server} cannot be called: mcpServers.${server}.${credentials.error}. Nothing was sent.`;
      throw new UpstreamError("UPSTREAM_AUTH_REQUIRED", message, { concernsCallOnly: true });
    }
    const { headers: proof, query } = credentials.value;
    if (query.length > 0) url.search = [url.search.replace(/^\?/, ""), ...query].filter((one) => one !== "").join("&");
    const isSafe = method === "GET" || method === "HEAD";
    const content = body?.content;
    const response = await this.#client.send({ method, url, headers, content, isSafe, isTrusted, proof }, options);
    const address = `${url.origin}${url.pathname}`;
    const answer = await readHttpAnswer(response, `${method} ${address}`, address);
    const isWithheld = !isTrusted && (response.status === 401 || response.status === 403);
    const link = response.headers.get("link")?.slice(0, MAX_LINK_CHARS);
    const paged = plan.pagination && { source: { address, ...(link !== undefined && { link }) } };
    const redacted = redaction.result({ ...answer, ...paged, _meta: metaOf(response, plan.answerHeaders) });
    const clean = plan.answersJson === true ? withoutPage(redacted, response, `${method} ${address}`, tool) : redacted;
    if (!isWithheld) return clean;
    const text = `The credentials of ${server} are not sent to ${url.origin}, whose origin differs from that of ${base === undefined ? "its first server" : "base_url"}. Add a separate gateway.json entry with base_url for that operation's server.`;
    return { ...clean, content: [...(clean.content ?? []), { type: "text", text }] };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #baseOf(placed: PlacedServer): URL {
    const { base, search, source, ownOrigins } = this.#options;
    const { server = "", isForeign } = placed;
    const url = base === undefined ? new URL(server) : placedAddress(base, placed);
    // A description in gateway.json or in a file beside it comes from the deployment; one from an address does not.
    if (source.kind !== "address") ownOrigins.add(url.origin);
    if (base === undefined && isForeign !== true) url.search = search;
    return url;
  }

  /** @returns the tool without the arguments that are sent as they are whatever a script gives */
  #withoutFixed(tool: ApiTool, query: URLSearchParams, isTrusted: boolean): ApiTool {
    const { credentials = [] } = tool.request;
    const request = { ...tool.request, credentials: isTrusted ? credentials : [] };
    return withoutFixed(tool, fixedNames(request, query, isTrusted ? this.#options.headers : new Headers()));
  }

  /** Says of each tool where its requests go. */
  #place({ servers, tools }: Extract<Api, { ok: true }>): PlacedTools {
    const { server, source, base, search } = this.#options;
    const from = source.kind === "address" ? source.url : undefined;
    if (base !== undefined) {
      const placed = tools.map(({ request: { server: ownServer, ...request }, ...tool }) => {
        const at = placeServer(base, servers, ownServer, from);
        const isForeign = at.isForeign === true;
        const query = isForeign ? new URL(at.server ?? "").searchParams : base.searchParams;
        return withPaging(this.#withoutFixed({ ...tool, request: { ...request, ...at } }, query, !isForeign));
      });
      return { tools: placed, remarks: [] };
    }
    const [first] = servers;
    const primary = addressOf(first ?? (from && "/"), from);
    const own = tools.map(({ request, ...tool }): ToolDefinition | undefined => {
      const at = request.server === undefined ? primary : addressOf(request.server, from);
      if (at === undefined) return undefined;
      const isForeign = at.origin !== primary?.origin;
      const located = { ...tool, request: { ...request, server: at.href, ...(isForeign && { isForeign }) } };
      const query = isForeign ? at.searchParams : new URLSearchParams(search);
      return withPaging(this.#withoutFixed(located, query, !isForeign));
    });
    const placed = own.filter((tool) => tool !== undefined);
    if (placed.length > 0 || tools.length === 0) {
      const lost = tools.find((_tool, index) => own[index] === undefined)?.request.server ?? first;
      const count = tools.length - placed.length;
      return { tools: placed, remarks: count === 0 ? [] : [unplacedRemark(count, server, lost)] };
    }
    const said = first === undefined ? "names no server" : `names the server ${quote(first, 200)}`;
    const message = `The description of ${server} ${said}, so the address of requests is not known. Set mcpServers.${server}.base_url.`;
    throw new UpstreamError("UPSTREAM_ERROR", message);
  }
}

interface PlacedTools {
  readonly tools: readonly ToolDefinition[];
  readonly remarks: readonly string[];
}

const MAX_LINK_CHARS = 16_000;

/** Says what scripts and the catalog have to know of its pages. */
function withPaging(tool: Omit<ToolDefinition, "request"> & { readonly request: PlacedRequest }): ToolDefinition {
  const { pagination } = tool.request;
  if (pagination === undefined) return tool;
  return { ...tool, paged: pagination.items === undefined ? {} : { items: pagination.items } };
}

/**
 * The names that the fields of a body have by its description.
 *
 * @param inputSchema of the tool, whose arguments they are
 */
function bodyFields(plan: OperationRequest, inputSchema: unknown): ReadonlySet<string> {
  const { body } = plan;
  if (body === undefined || !isRecord(inputSchema)) return new Set();
  const definitions = asRecord(inputSchema["$defs"]);
  const properties = asRecord(inputSchema["properties"]);
  if (body.argument !== undefined) return new Set(propertiesOf(properties[body.argument], definitions));
  const { isOfBody, nameOf } = bodyNames(plan, body);
  return new Set(propertiesOf(inputSchema, definitions).filter(isOfBody).map(nameOf));
}

type Definitions = Readonly<Record<string, unknown>>;

/** Also those of its alternatives and parts. */
function propertiesOf(schema: unknown, definitions: Definitions): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const one = open.pop();
    if (!isRecord(one) || seen.has(one)) continue;
    seen.add(one);
    const { $ref: ref, properties } = one;
    if (typeof ref === "string" && ref.startsWith("#/$defs/")) open.push(definitions[ref.slice("#/$defs/".length)]);
    if (isRecord(properties)) for (const name of Object.keys(properties)) names.add(name);
    for (const key of ["allOf", "anyOf", "oneOf"]) {
      const parts = one[key];
      if (Array.isArray(parts)) open.push(...(parts as readonly unknown[]));
    }
  }
  return [...names];
}
