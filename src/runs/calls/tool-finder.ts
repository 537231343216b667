/** Finds the tool that a script's call names: resolves the server, applies access, policy and pins, and checks the arguments. */
import { allowsServer, allowsTool, withheldReason } from "../../auth/principal.ts";
import { serverNameOf } from "../../config/find-servers.ts";
import { noServerListed, signatureOf, toolNotFound, type Unlisted } from "../../catalog/call-target.ts";
import { toolMeant } from "../../catalog/absent-tools.ts";
import type { CallGuard } from "../../enforcement/call-guard.ts";
import type { OpenedArguments, OpenedCall, RefusedArguments } from "../../enforcement/call-data.ts";
import type { HeldTool } from "../../enforcement/pinned-tools.ts";
import type { BodyBytes, ToolDefinition } from "../../upstream/connector.ts";
import { isRecord } from "../../lib/is-record.ts";
import { issuesText } from "../../lib/issue-text.ts";
import { hasDefaults, withDefaults } from "../../upstream/arguments/default-arguments.ts";
import { judgeArgs } from "../../upstream/arguments/judge-args.ts";
import { inexactInteger, replaceLongIntegers } from "../../upstream/long-integers.ts";
import { goneServer } from "../../upstream/gone-server.ts";
import { toolTable, type ToolTable } from "../../upstream/tool-table.ts";
import { takesCursor } from "../../upstream/graphql/takes-cursor.ts";
import { hasBodyAlias, withoutBodyAlias } from "../../upstream/openapi/body-alias.ts";
import { requestedCall, takesRequests } from "../../upstream/openapi/requested-call.ts";
import { sentArguments } from "../../upstream/openapi/sent-arguments.ts";
import { unsendableArgument } from "../../upstream/openapi/unsendable-arguments.ts";
import { refuseHost, wrongSpelling } from "../../upstream/script-fetch/fetch-hosts.ts";
import { FETCH_KEY } from "../../upstream/script-fetch/fetch-tool.ts";
import { sentBytes } from "../../upstream/script-fetch/sent-bytes.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import type { CallFailure, ToolCall } from "../../../worker-loader/index.ts";
import { forbiddenServer, isAllowed, serverLeftOut } from "../allowed-servers.ts";
import type { RunScope } from "../run-scope.ts";

export interface ToolFinderOptions {
  readonly upstreams: ReadonlyMap<string, Upstream>;
  /** Identifiers in scripts by the names of all upstreams, also of those that are switched off or withheld. */
  readonly identifiers: ReadonlyMap<string, string>;
  /** Brings `upstreams` up to date with what admins have changed since; asked before each call. */
  readonly recheck?: (() => Promise<unknown>) | undefined;
  readonly scope: Pick<RunScope, "access" | "allowedServers" | "durable">;
  /** Absent where no policy is configured. */
  readonly guard?: Pick<CallGuard, "isHidden" | "hidesServer" | "dataOf" | "inTurn"> | undefined;
  /** Hosts that scripts may fetch from. */
  readonly fetchAllow?: readonly string[] | undefined;
  /** Servers that were switched off when the run began, and what is said of them. */
  readonly switchedOff?: Unlisted | undefined;
  /** Tools that no call may reach until an admin has accepted them. */
  readonly heldOf?: ((upstream: Upstream) => Promise<ReadonlyMap<string, HeldTool>>) | undefined;
}

interface NamedTool {
  readonly upstream: Upstream;
  readonly tool: ToolDefinition;
  readonly identifier: string;
  /** The script wants the answer as one page of a list. */
  readonly isPage: boolean;
  /** JSON text of the arguments that a request by method and path stands for. */
  readonly requested?: string;
}

export interface FoundTool extends NamedTool {
  readonly args: Record<string, unknown>;
  /** JSON text of the arguments, as journal, ledger and approvals have it. */
  readonly recorded: string;
  /** Absent where no rule about personal data and secrets concerns the tool. */
  readonly data?: OpenedCall | undefined;
}

interface NotFound {
  readonly ok: false;
  readonly error: CallFailure;
  /** Set if a rule about data refused the arguments: what is recorded of them. */
  readonly refused?: RefusedArguments;
}

type Found<T> = { readonly ok: true; readonly value: T } | NotFound;

export type FindResult = Found<FoundTool>;

const NO_FETCH =
  'This script may not fetch. An admin can allow hosts in gateway.json, like "fetch": {"allow": ["api.example.com"]}.';

const NOTHING_HELD: ReadonlyMap<string, HeldTool> = new Map();

/** Tables of an upstream without tools that a call cannot reach. None has tools that the policy hides, so that messages do not reveal their names. */
interface NarrowedTables {
  readonly held: ReadonlyMap<string, HeldTool>;
  /** Tools of `held` that the policy does not hide. */
  readonly shown: readonly HeldTool[];
  /** Has no tools that are held. */
  readonly accepted: ToolTable;
  /** Has no tools of either kind, and none that the credentials withhold. Each identifier means the same tool as in the catalog. */
  readonly visible: ToolTable;
}

export class ToolFinder {
  readonly #upstreams: ReadonlyMap<string, Upstream>;
  readonly #byIdentifier: ReadonlyMap<string, Upstream>;
  readonly #identifiers: ReadonlyMap<string, string>;
  /** Servers that the script of a resumed run knew when it began. Its names for them mean no other server, whatever was added since. */
  readonly #known: ReadonlyMap<string, string>;
  readonly #scope: ToolFinderOptions["scope"];
  readonly #guard: ToolFinderOptions["guard"];
  readonly #fetchAllow: readonly string[];
  readonly #switchedOff: Unlisted;
  readonly #recheck: ToolFinderOptions["recheck"];
  readonly #heldOf: NonNullable<ToolFinderOptions["heldOf"]>;
  /** Narrowed tables, by those of the upstreams. */
  readonly #tables = new WeakMap<ToolTable, NarrowedTables>();

  constructor({
    upstreams,
    identifiers,
    recheck,
    scope,
    guard,
    heldOf,
    switchedOff = new Map(),
    fetchAllow = [],
  }: ToolFinderOptions) {
    this.#switchedOff = switchedOff;
    this.#recheck = recheck;
    this.#fetchAllow = fetchAllow;
    this.#upstreams = upstreams;
    this.#scope = scope;
    this.#guard = guard;
    this.#heldOf = heldOf ?? (() => Promise.resolve(NOTHING_HELD));
    const byIdentifier = new Map<string, Upstream>();
    const isVisible = (name: string): boolean => allowsServer(scope.access, name) && guard?.hidesServer(name) !== true;
    this.#identifiers = identifiers;
    this.#known = scope.durable?.servers ?? new Map();
    for (const [identifier, name] of [...Array.from(this.#identifiers, swapped), ...this.#known]) {
      const upstream = isVisible(name) ? upstreams.get(name) : undefined;
      if (upstream) byIdentifier.set(identifier, upstream);
      else byIdentifier.delete(identifier);
    }
    this.#byIdentifier = byIdentifier;
  }

  /** @returns why there is no such call. @throws what the upstream throws when it cannot be listed */
  async find(call: ToolCall): Promise<FindResult> {
    // A run may go on for minutes in a Gateway that nothing else asks.
    await this.#recheck?.();
    const server = this.#findServer(call);
    if (!server.ok) return server;
    const named = await this.#findTool(call, server.value);
    return named.ok ? this.#openArguments(asTaken(call, named.value), named.value) : named;
  }

  #findServer({ server, tool: name }: ToolCall): Found<Upstream> {
    const { access, allowedServers } = this.#scope;
    const upstream = this.upstreamOf(server);
    if (upstream === undefined || this.#guard?.hidesServer(upstream.name) === true) {
      if (server === FETCH_KEY) return refused({ code: "SERVER_NOT_ALLOWED", message: NO_FETCH, server, tool: name });
      if (this.#known.has(server) && upstream === undefined) {
        return refused({ code: "UPSTREAM_ERROR", message: goneServer(server), server, tool: name });
      }
      return refused(noServerListed(server, [...this.#byIdentifier.keys()], this.#switchedOff));
    }
    if (!allowsServer(access, upstream.name)) {
      return refused({ code: "SERVER_NOT_ALLOWED", message: forbiddenServer(server), server, tool: name });
    }
    const identifier = this.#known.has(server) ? server : (this.#identifiers.get(upstream.name) ?? server);
    if (!isAllowed({ name: upstream.name, identifier }, allowedServers)) {
      const message = serverLeftOut(server, allowedServers);
      return refused({ code: "SERVER_NOT_ALLOWED", message, server, tool: name });
    }
    return { ok: true, value: upstream };
  }

  async #findTool(call: ToolCall, upstream: Upstream): Promise<Found<NamedTool>> {
    const { server, tool: name } = call;
    const full = await upstream.tools();
    const tables = this.#tablesOf(upstream.name, full, await this.#heldOf(upstream));
    const { shown, accepted, visible: table } = tables;
    const absent = { name: upstream.name, choice: upstream.choice, held: shown };
    const meant = (written: string, among = table) =>
      toolMeant(written, among, absent, (one) => full.find(one)?.name !== among.find(one)?.name);
    const paged = name.endsWith(ALL) ? meant(name.slice(0, -ALL.length)) : undefined;
    const isPage = paged?.paged !== undefined;
    const named = meant(name);
    if (paged !== undefined && !isPage && named?.name !== name)
      return refused(notPaged(server, table.identifierOf(paged), paged));
    const tool = isPage ? paged : named;
    if (tool !== undefined) {
      return { ok: true, value: { upstream, tool, identifier: table.identifierOf(tool), isPage } };
    }
    if (name === REQUEST && takesRequests(table.tools)) return this.#findRequested(server, call.args, upstream, table);
    if (meant(name, accepted) === undefined) return refused(toolNotFound(server, name, table, absent));
    const message = withheldReason(this.#scope.access, `${server}.${name}`);
    return refused({ code: "POLICY_DENIED", message, server, tool: name });
  }

  /** `server.request({ path, method?, … })`: the operation of the server that has this method and path. */
  #findRequested(server: string, args: string, upstream: Upstream, table: ToolTable): Found<NamedTool> {
    const given: unknown = JSON.parse(args);
    const found = requestedCall(server, table.tools, given, (error) => issuesText(error, given));
    if (!found.ok) {
      const { kind, message } = found.error;
      const code = kind === "unknown" ? "TOOL_NOT_FOUND" : "INVALID_ARGS";
      return refused({ code, message: `${server}.${REQUEST}: ${message}`, server, tool: REQUEST });
    }
    const { operation, args: taken } = found.value;
    const { tool } = operation;
    const named = { upstream, tool, identifier: table.identifierOf(tool), isPage: false };
    return { ok: true, value: { ...named, requested: JSON.stringify(taken) } };
  }

  /** Applies the rules about data to the arguments, and checks them against the tool's schema. */
  async #openArguments(call: ToolCall, named: NamedTool): Promise<FindResult> {
    const { server, tool: name } = call;
    const { upstream, tool, identifier } = named;
    const given = server === FETCH_KEY ? (JSON.parse(call.args) as Readonly<Record<string, unknown>>) : {};
    const bytes = sentBytes(given);
    if (bytes !== undefined && given["body"] !== undefined) {
      const message = `${server}.${identifier}: args has a body and a body_base64; leave out one of them.`;
      return refused({ code: "INVALID_ARGS", message, server, tool: name });
    }
    const data = await this.#inspect(call.args, `${upstream.name}.${tool.name}`, bytes);
    if (data?.ok === false) return { ok: false, error: { ...data.error, server, tool: name }, refused: data };
    const text = data?.sent ?? call.args;
    const args = JSON.parse(text) as Record<string, unknown>;
    const wrong =
      inexactInteger(args, tool.inputSchema) ??
      judgeArgs(tool, replaceLongIntegers(args, tool.inputSchema, Number), text.length) ??
      unsendableArgument(tool, args)?.message ??
      (server === FETCH_KEY ? wrongSpelling(given["url"]) : undefined);
    if (wrong !== undefined) {
      const reason = data === undefined ? wrong : await data.message(wrong);
      const message = `${server}.${identifier}: ${reason} Signature: ${signatureOf(server, tool, identifier)}`;
      return refused({ code: "INVALID_ARGS", message, server, tool: name });
    }
    const problem = server === FETCH_KEY ? this.#refuseAddress(args["url"], data === undefined) : undefined;
    if (problem !== undefined) return refused({ code: "SERVER_NOT_ALLOWED", message: problem, server, tool: name });
    const recorded = data?.recorded ?? call.args;
    // Rules over the body are about what the bytes say, too. They are sent as they are.
    if (bytes !== undefined)
      return { ok: true, value: { ...named, args: { ...args, body: bytes.text }, recorded, data } };
    // What a request leaves out is not decided on, and not recorded.
    const sent = sentArguments(tool, args);
    if (sent === args) return { ok: true, value: { ...named, args, recorded, data } };
    const kept = sentArguments(tool, JSON.parse(recorded) as Record<string, unknown>);
    return { ok: true, value: { ...named, args: { ...sent }, recorded: JSON.stringify(kept), data } };
  }

  /** @returns undefined where no rules about data concern the tool */
  #inspect(args: string, path: string, bytes: BodyBytes | undefined): Promise<OpenedArguments | undefined> {
    const open = async () => this.#guard?.dataOf?.(path)?.open(args, bytes);
    return this.#guard?.inTurn?.(open) ?? open();
  }

  /** @param isShown false where the address may hold a value that the script does not know */
  #refuseAddress(address: unknown, isShown: boolean): string | undefined {
    const url = typeof address === "string" ? URL.parse(address) : null;
    const problem = url === null ? "is not a URL" : refuseHost(url, this.#fetchAllow);
    return problem === undefined ? undefined : `${(isShown && url?.host) || "The address"} ${problem}.`;
  }

  /** @param server name or identifier, as catalog/find-server.ts looks it up */
  upstreamOf(server: string): Upstream | undefined {
    const known = this.#known.get(server);
    if (known !== undefined) return this.#byIdentifier.get(server) ?? this.#upstreams.get(known);
    const named = this.#byIdentifier.get(server) ?? this.#upstreams.get(server);
    // The gateway's own `fetch` is no entry of gateway.json.
    return named ?? (server === FETCH_KEY ? undefined : this.#upstreams.get(serverNameOf(server) ?? ""));
  }

  #tablesOf(server: string, table: ToolTable, held: ReadonlyMap<string, HeldTool>): NarrowedTables {
    const known = this.#tables.get(table);
    if (known?.held === held) return known;
    const { access } = this.#scope;
    const listed = withTools(table, ({ name }) => this.#guard?.isHidden(server, name) !== true);
    const accepted = withTools(listed, ({ name }) => !held.has(name));
    const visible = withTools(accepted, (tool) => allowsTool(access, tool));
    const shown = [...held.values()].filter((one) => listed.find(one.name) !== undefined);
    const tables = { held, shown, accepted, visible };
    this.#tables.set(table, tables);
    return tables;
  }
}

/** @returns the table itself if all of its tools are wanted */
function withTools(table: ToolTable, isWanted: (tool: ToolDefinition) => boolean): ToolTable {
  return table.tools.every(isWanted) ? table : toolTable(table.tools.filter(isWanted));
}

function swapped([name, identifier]: readonly [string, string]): readonly [string, string] {
  return [identifier, name];
}

/** A tool of every server with an OpenAPI description that has no tool of this name. */
const REQUEST = "request";

/** @returns the call with the arguments that the tool has, on which policies decide */
function asTaken(call: ToolCall, { tool, identifier, requested }: NamedTool): ToolCall {
  const named = requested === undefined ? call : { ...call, tool: identifier, args: requested };
  const mayHaveAlias = requested === undefined && hasBodyAlias(tool);
  if (!mayHaveAlias && !hasDefaults(tool)) return named;
  const given: unknown = JSON.parse(named.args);
  if (!isRecord(given)) return named;
  const taken = withDefaults(tool, mayHaveAlias ? withoutBodyAlias(tool, given) : given);
  return taken === given ? named : { ...named, args: JSON.stringify(taken) };
}

/** Suffix of a tool's name in a request for one page of its list. */
const ALL = ".all";

function notPaged(server: string, tool: string, definition: ToolDefinition): CallFailure {
  const path = `${server}.${tool}`;
  const why = takesCursor(definition)
    ? `select pageInfo { endCursor hasNextPage } and the nodes, and call ${path} again with endCursor as \`after\` while hasNextPage is true.`
    : `its description defines no paging. Call ${path} itself.`;
  const message = `${path} has no .all(): ${why}`;
  return { code: "TOOL_NOT_FOUND", message, server, tool };
}

function refused(error: CallFailure): NotFound {
  return { ok: false, error };
}
