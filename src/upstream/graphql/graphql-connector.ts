/**
 * A GraphQL API. Each query and mutation is a tool, whose document is made here; `query` runs a script's own document, which may ask for what
 * is offered as a tool and for nothing else.
 */
import * as z from "zod";
import { rawNumber } from "../../lib/exact-json.ts";
import { sha256 } from "../../lib/hash.ts";
import { ApiClient, type ApiClientOptions } from "../http-api/api-client.ts";
import type { Assets } from "../http-api/assets-of.ts";
import { UpstreamError } from "../connector.ts";
import type { CallOptions, Connector, ToolDefinition, ToolList, ToolResult } from "../connector.ts";
import type { GuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import type { DecidesApart } from "../open-options.ts";
import { replaceLongIntegers } from "../long-integers.ts";
import { UnusableArgument } from "../unusable-argument.ts";
import { checkDocument, type DocumentBounds } from "./check-document.ts";
import { INTROSPECTION, loadSchemaText, readSchema, type SchemaSource } from "./load-schema.ts";
import { DOCUMENT_TOOL, readGraphql, toolName, type FieldRequest, type GraphqlRequest } from "./read-graphql.ts";
import { readGraphqlAnswer } from "./read-graphql-answer.ts";
import type { LinkGuard } from "./root-links.ts";
import { selectionText } from "./selection.ts";

interface GraphqlOptions extends ApiClientOptions {
  readonly url: URL;
  readonly source: SchemaSource;
  readonly isOffered: (name: string) => boolean;
  readonly unmatched: (names: readonly string[]) => readonly string[];
  /** The name by which scripts and policies know a tool. */
  readonly shownName: (name: string) => string;
  /** A policy decides on tools of the server: no selection reaches what has a tool of its own. */
  readonly isGoverned: boolean;
  readonly decidesApart: DecidesApart | undefined;
  readonly assets: Assets | undefined;
  readonly bounds: DocumentBounds;
  /** Reads schemas, which are larger than answers. */
  readonly fetchDescription: GuardedFetch;
  /** The field `known` of an earlier `list`. */
  readonly known: string | undefined;
}

/** Another number when the same schema would be read differently. */
const READER = 10;
const knownSchema = z.object({ reader: z.literal(READER), hash: z.string() });

interface Document {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly isMutation: boolean;
}

export class GraphqlConnector implements Connector {
  readonly #options: GraphqlOptions;
  readonly #client: ApiClient;
  readonly #describer: ApiClient;
  #known: string | undefined;

  constructor(options: GraphqlOptions) {
    this.#options = options;
    this.#client = new ApiClient(options);
    this.#describer = new ApiClient({ ...options, fetch: options.fetchDescription });
    this.#known = options.known;
  }

  async list(signal: AbortSignal): Promise<ToolList | "unchanged"> {
    const { server, source, assets, isOffered, unmatched, redaction, url } = this.#options;
    const introspection = { query: INTROSPECTION, variables: {}, isMutation: false };
    const ask = (): Promise<Response> => this.#post(this.#describer, introspection, { signal });
    const schemaText = await loadSchemaText(
      server,
      source,
      assets,
      ask,
      redaction.text(`${url.origin}${url.pathname}`),
    );
    const hash = await sha256(schemaText.text);
    const before = this.#known === undefined ? undefined : knownSchema.safeParse(JSON.parse(this.#known)).data;
    if (before?.hash === hash) return "unchanged";
    const { tools, unreadable } = readGraphql(readSchema(server, schemaText, redaction), isOffered, unmatched);
    const known = JSON.stringify({ reader: READER, hash });
    this.#known = known;
    return redaction.value({ tools, unreadable, isChosen: true, known });
  }

  async call(tool: ToolDefinition, args: Record<string, unknown>, options: CallOptions): Promise<ToolResult> {
    const request = tool.request as GraphqlRequest | undefined;
    const { server } = this.#options;
    if (request === undefined)
      throw new UpstreamError("UPSTREAM_ERROR", `${server} has no tool ${tool.name}.`, { concernsCallOnly: true });
    const guard = this.#guardOf(request);
    const given = replaceLongIntegers(args, tool.inputSchema, rawNumber) as Record<string, unknown>;
    const document =
      request.kind === "field" ? this.#fieldDocument(request, given, guard) : this.#ownDocument(tool, given, guard);
    const response = await this.#post(this.#client, document, options);
    const { origin, pathname } = this.#options.url;
    const field = request.kind === "field" ? request.field : undefined;
    const { redaction } = this.#options;
    return redaction.result(await readGraphqlAnswer(response, `${origin}${pathname}`, field, redaction));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #post(client: ApiClient, { query, variables, isMutation }: Document, options: CallOptions): Promise<Response> {
    const headers = new Headers({
      accept: "application/graphql-response+json, application/json;q=0.9",
      "content-type": "application/json",
    });
    const content = JSON.stringify({ query, variables });
    const { url } = this.#options;
    return client.send({ method: "POST", url, headers, content, isSafe: !isMutation, isTrusted: true }, options);
  }

  /** @throws UpstreamError for a tool that an earlier version of the gateway has listed, without the links of its schema */
  #guardOf(request: GraphqlRequest): LinkGuard {
    const { server, isGoverned } = this.#options;
    const links = request.rootLinks as Partial<LinkGuard["links"]> | undefined;
    if (links?.types === undefined || links.fields === undefined) {
      const message = `${server} was listed by an earlier version of the gateway and has not been listed since. Try again in a moment. Nothing was sent.`;
      throw new UpstreamError("UPSTREAM_ERROR", message, { concernsCallOnly: true, isTransient: true });
    }
    const isReadOnly = request.kind === "document" || request.operation === "query";
    return { links: request.rootLinks, isReadOnly, isClosed: isGoverned || links.isNarrowed === true };
  }

  #fieldDocument(request: FieldRequest, given: Record<string, unknown>, guard: LinkGuard): Document {
    const { operation, field, args, selection } = request;
    const used = Object.keys(args).filter((name) => Object.hasOwn(given, name) && given[name] !== undefined);
    const hasSelect = given["select"] !== undefined && !Object.hasOwn(args, "select");
    const selected = hasSelect ? selectionText(given["select"], selection === "") : selection;
    const declared = used.length === 0 ? "" : `(${used.map((name) => `$${name}: ${args[name] ?? ""}`).join(", ")})`;
    const passed = used.length === 0 ? "" : `(${used.map((name) => `${name}: $${name}`).join(", ")})`;
    const query = `${operation}${declared} { ${field}${passed} ${selected} }`;
    const { rootFields, operation: parsed } = checkDocument(query, "select", this.#options.bounds, guard);
    // A text that closes its own braces would add fields beside the one that was allowed.
    if (rootFields.length !== 1 || parsed.operation !== operation || rootFields[0]?.name.value !== field) {
      throw new UnusableArgument("select", "must select fields of one answer only");
    }
    const variables = Object.fromEntries(used.map((name) => [name, given[name]]));
    return { query, variables, isMutation: operation === "mutation" };
  }

  #ownDocument(tool: ToolDefinition, given: Record<string, unknown>, guard: LinkGuard): Document {
    const query = String(given["query"]);
    const { operation, rootFields } = checkDocument(query, "query", this.#options.bounds, guard);
    if (operation.operation === "mutation")
      throw new UnusableArgument(
        "query",
        "is a mutation; only queries run this way. Call the tool of the mutation instead",
      );
    if (operation.operation === "subscription")
      throw new UnusableArgument(
        "query",
        "is a subscription; only queries run this way. Subscriptions are not offered here",
      );
    for (const field of new Set(rootFields.map(({ name }) => name.value))) {
      if (!field.startsWith("__")) this.#refuseField(field, tool);
    }
    return { query, variables: (given["variables"] ?? {}) as Document["variables"], isMutation: false };
  }

  /** @throws UnusableArgument for a field whose tool is not offered, or may not be taken for `query` by the policy */
  #refuseField(field: string, { annotations }: ToolDefinition): void {
    const { server, isOffered, shownName, decidesApart } = this.#options;
    const name = toolName(field, "query", new Set([DOCUMENT_TOOL]));
    // A tool keeps its name where another one has the new one, which is not known here.
    const verdicts = [name, shownName(name)].flatMap((own) =>
      [DOCUMENT_TOOL, shownName(DOCUMENT_TOOL)].map((through) => {
        const tool = { name: own, ...(annotations && { annotations }) };
        return decidesApart?.(tool, { ...tool, name: through });
      }),
    );
    if (!isOffered(name) || verdicts.includes("hidden"))
      throw new UnusableArgument("query", `selects ${field}, which is not offered here`);
    if (verdicts.includes("ruled")) {
      const path = `${server}.${shownName(name)}`;
      const why = `selects ${field}, which the policy controls through ${path}: call ${path} instead`;
      throw new UnusableArgument("query", why);
    }
  }
}
