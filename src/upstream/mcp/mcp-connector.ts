/**
 * Speaks MCP to one upstream through the v2 client, over whatever transport it is given. Both eras: a 2026-07-28
 * upstream that was seen before is called with its stored `server/discover` answer, so a call costs one request; a
 * 2025-era one holds a session (sessions.ts).
 */
import {
  Client,
  LOG_LEVEL_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  isInputRequiredResult,
} from "@modelcontextprotocol/client";
import type { Progress, Tool } from "@modelcontextprotocol/client";
import { askFeature } from "./ask-feature.ts";
import { CallLogs, type CallLogging } from "../call-logs.ts";
import { callResult, excessOf } from "./call-result.ts";
import { callCapabilities, connectionCapabilities, methodsOf } from "./client-capabilities.ts";
import { InputNeeded, type CallPerson } from "../call-person.ts";
import { UpstreamError } from "../connector.ts";
import { replaceLongIntegers } from "../long-integers.ts";
import type { CallOptions, CallProgress, Connector, ToolDefinition, ToolList, ToolResult } from "../connector.ts";
import {
  ASK_AGAIN_AFTER_MS,
  MAX_INPUT_CHARS,
  MAX_INPUT_ROUNDS,
  MAX_REQUEST_STATE_CHARS,
} from "../../limits/input-limits.ts";
import { OpenCalls } from "./open-calls.ts";
import { waited } from "../retry-wait.ts";
import { unwrapResult } from "../result.ts";
import { MAX_LIST_PAGES, MAX_PROGRESS_CHARS, MAX_VALUE_DEPTH } from "../../limits/upstream-limits.ts";
import type { ClientAbility } from "../../lib/client-ability.ts";
import { isAtLeast, type LogLevel, type LogMessage } from "../../lib/log-message.ts";
import { isDeeper } from "../../lib/nesting.ts";
import { VERSION } from "../../lib/version.ts";
import {
  LISTING,
  McpFailures,
  asUnanswered,
  isMalformed,
  isUnanswered,
  mayBeOfLostConnection,
  mayBeOfOtherEra,
} from "./mcp-failures.ts";
import type { McpFailureOptions } from "./mcp-failures.ts";
import { KnownServer } from "./known-server.ts";
import { openInEra, type Negotiation, type ProbedTransport } from "./open-in-era.ts";
import { featureOf, featureTools } from "./server-features.ts";
import { SlowLists } from "./slow-lists.ts";
import { readCursor } from "./read-cursor.ts";
import { Sessions } from "./sessions.ts";
import { ResourceUpdates, type Followed } from "./resource-updates.ts";
import { ToolListReader, listPage } from "./tool-list.ts";

export interface McpConnectorOptions extends McpFailureOptions {
  readonly openTransport: (negotiation: Negotiation) => ProbedTransport;
  /** The field `known` of an earlier `list`. */
  readonly known: string | undefined;
  /** Longest wait until the connection is agreed upon. */
  readonly connectMs: number;
  readonly onToolsChanged: () => void;
  /** A resource that is followed has changed. */
  readonly onResourceUpdated: (uri: string) => void;
  /** Runs of this deployment can ask a person; a 2025-era upstream is told once, when the connection is opened. */
  readonly asksPersons: boolean;
  /** The abilities of a direct call's client that the upstream may use. */
  readonly asksClient: readonly ClientAbility[];
  /** Converts an integer that no number can hold exactly: to the nearest number where arguments do not become JSON. */
  readonly longInteger: (digits: string) => unknown;
}

const CLIENT_INFO = { name: "isogate", version: VERSION };

export class McpConnector implements Connector {
  readonly #options: McpConnectorOptions;
  readonly #failures: McpFailures;
  readonly #known: KnownServer;
  readonly #sessions = new Sessions((onClose) => this.#logs.outside(() => this.#open(onClose)));
  /** The connection on which the upstream says that its tools have changed. */
  #following: Client | undefined;
  /** The last connection was opened, or failed, in an era that the server itself has not told. */
  #hasGuessedEra = false;
  readonly #logs = new CallLogs();
  /** The level that a 2025-era upstream was told to log at. */
  #loggedFrom: LogLevel | undefined;
  readonly #openCalls = new OpenCalls();
  readonly #updates: ResourceUpdates;
  readonly #slowLists: SlowLists;

  constructor(options: McpConnectorOptions) {
    this.#options = options;
    this.#failures = new McpFailures(options);
    const { server } = options;
    this.#updates = new ResourceUpdates({ server, reasonOf: (error) => this.#failures.reasonOf(error) });
    this.#slowLists = new SlowLists(server);
    this.#known = new KnownServer(options.known);
  }

  async list(wanted: AbortSignal): Promise<ToolList> {
    const startedAt = Date.now();
    // A process that was slow to start has the time of a request for its list.
    const inTime = (): AbortSignal => (wanted.aborted ? AbortSignal.timeout(this.#options.timeoutMs) : wanted);
    try {
      const listed = await this.#sessions.run((client) =>
        this.#listAll(client, inTime()).catch((error: unknown) => {
          if (!this.#doubt(client, error) && !this.#retireLost(client, error)) throw error;
        }),
      );
      return this.#options.redaction.value(
        listed ?? (await this.#sessions.run((client) => this.#listAll(client, inTime()))),
      );
    } catch (error) {
      throw await this.#failures.explain(error, LISTING, startedAt);
    }
  }

  async call(tool: ToolDefinition, args: Record<string, unknown>, options: CallOptions): Promise<ToolResult> {
    const startedAt = Date.now();
    let isSent = false;
    try {
      const result = await this.#sessions.run((client) => {
        options.onAttempt?.();
        isSent = true;
        return this.#logs.during(options.logging, options.signal, (signal) =>
          this.#callOnce(client, tool, args, { ...options, signal }),
        );
      });
      const excess = excessOf(result);
      if (excess !== undefined) throw this.#refused(tool, excess);
      return this.#options.redaction.result(result);
    } catch (error) {
      if (error instanceof InputNeeded) throw this.#bounded(tool, error);
      if (error instanceof ProtocolError && !isMalformed(error)) return this.#failures.refusal(error);
      const explained = await this.#failures.explain(error, `answer ${tool.name}`, startedAt);
      throw isSent && isUnanswered(error) ? asUnanswered(explained) : explained;
    }
  }

  /** See `Opened.followResources`. @throws UpstreamError */
  async followResources(uris: ReadonlySet<string>): Promise<Followed> {
    const startedAt = Date.now();
    try {
      return await this.#sessions.run((client) => this.#updates.follow(client, uris));
    } catch (error) {
      throw await this.#failures.explain(error, "report changes of its resources", startedAt);
    }
  }

  async close(): Promise<void> {
    await this.#sessions.close();
  }

  /** The upstream may not speak 2026-07-28 any more, as it did: then the next connection is agreed upon anew. @returns true if so */
  #doubt(client: Client, error: unknown): boolean {
    if (client.getDiscoverResult() === undefined || !mayBeOfOtherEra(error)) return false;
    this.#known.forget();
    this.#sessions.retire(client);
    return true;
  }

  /** A list may be read twice, so that it is read on a new connection whatever the old one is refused for. @returns true if so */
  #retireLost(client: Client, error: unknown): boolean {
    if (!mayBeOfLostConnection(error)) return false;
    this.#sessions.retire(client);
    return true;
  }

  async #callOnce(client: Client, tool: ToolDefinition, args: Record<string, unknown>, options: CallOptions) {
    const { signal, traceparent, onProgress, person, logging } = options;
    // Only the input half: it says which arguments travel as headers. Results are not judged by the output schema,
    // which upstreams often break; the types in the SDK tell a script what to expect.
    const toolDefinition = { name: tool.name, inputSchema: tool.inputSchema ?? { type: "object" } } as Tool;
    const { server, timeoutMs: timeout } = this.#options;
    // In the protocol (SEP-414), and where proxies and servers that know nothing of it look.
    const trace = traceparent === undefined ? undefined : { traceparent };
    const level = logging && (await this.#levelOf(client, logging));
    const sent = replaceLongIntegers(args, tool.inputSchema, this.#options.longInteger) as Record<string, unknown>;
    const metaOfClient = this.#meta(client, person, trace);
    const meta = level === undefined ? metaOfClient : { ...metaOfClient, [LOG_LEVEL_META_KEY]: level };
    const feature = featureOf(tool);
    const request = {
      signal,
      timeout,
      ...(person && { allowInputRequired: true }),
      ...(trace && { headers: trace }),
      ...(onProgress && { onprogress: (said: Progress) => onProgress(this.#progressOf(said)) }),
    };
    const send = (inputs: AnsweredInputs): Promise<unknown> => {
      if (feature !== undefined) {
        return askFeature(client, feature, args, {
          ...{ server, slowLists: this.#slowLists, signal, timeoutMs: timeout, trace, meta },
          ...(person && { inputs }),
        });
      }
      const params = { name: tool.name, arguments: sent, ...(meta && { _meta: meta }), ...inputs };
      // For 2025-era results the client takes our schema in place of its own, which refuses a whole result for one block.
      if (client.getDiscoverResult() === undefined) {
        return client.request({ method: "tools/call", params }, callResult, request);
      }
      return client.callTool(params, { toolDefinition, ...request });
    };
    let inputs = answeredInputs(person);
    // An upstream may also want nothing but to be asked again with its state.
    for (let round = 0; ; round += 1) {
      const { result, problem } = await this.#openCalls.run(person, () =>
        send(inputs).catch((error: unknown) => {
          this.#doubt(client, error);
          if (error instanceof MissingRequiredClientCapabilityError) throw error;
          return this.#failures.refusal(error);
        }),
      );
      if (problem !== undefined) throw this.#unanswered(tool, problem, callResult.parse(result));
      if (!isInputRequiredResult(result)) return callResult.parse(result);
      const { inputRequests = {}, requestState } = result;
      if (Object.keys(inputRequests).length > 0) {
        throw new InputNeeded(inputRequests, requestState);
      }
      if (round >= MAX_INPUT_ROUNDS)
        throw this.#inputProblem(tool, `requested ${round + 1} times that the call be repeated`);
      await waited(ASK_AGAIN_AFTER_MS, signal);
      inputs = { requestState: requestState as never };
    }
  }

  /** A 2026-07-28 upstream is told with each request whether it may ask a person. */
  #meta(client: Client, person: CallPerson | undefined, trace: { readonly traceparent: string } | undefined) {
    if (!this.#options.asksPersons && person === undefined) return trace;
    if (client.getDiscoverResult() === undefined) return trace;
    return { ...callCapabilities(person), ...trace };
  }

  /** The requests are stored and shown to a person; the state is stored and sent back as it came. */
  #bounded(tool: ToolDefinition, { requests, state }: InputNeeded): Error {
    const isLarge = isDeeper(requests, MAX_VALUE_DEPTH) || JSON.stringify(requests).length > MAX_INPUT_CHARS;
    if (isLarge) return this.#inputProblem(tool, `asked for input with more than ${MAX_INPUT_CHARS} characters`);
    if (state !== undefined && state.length > MAX_REQUEST_STATE_CHARS) {
      const problem = `asked for input with a state of more than ${MAX_REQUEST_STATE_CHARS} characters`;
      return this.#inputProblem(tool, problem);
    }
    return new InputNeeded(this.#options.redaction.value(requests), state);
  }

  #inputProblem({ name }: ToolDefinition, problem: string): UpstreamError {
    const message = `${this.#options.server}.${name} ${problem}.`;
    return new UpstreamError("INPUT_REQUIRED", message, { concernsCallOnly: true });
  }

  #unanswered(tool: ToolDefinition, problem: string, result: ToolResult): UpstreamError {
    const unwrapped = unwrapResult(result);
    const said = unwrapped.ok ? (JSON.stringify(unwrapped.value) ?? "nothing") : unwrapped.message;
    const short = this.#failures.textOf(said).replaceAll(/\s+/g, " ").slice(0, 500);
    return this.#inputProblem(
      tool,
      `${problem}. The request for input was cancelled, and the call was answered with: ${short}`,
    );
  }

  /** @returns the level to send with the request; a 2025-era upstream is told once, for all requests of its session */
  async #levelOf(client: Client, { level }: CallLogging): Promise<LogLevel | undefined> {
    if (client.getServerCapabilities()?.logging === undefined) return undefined;
    if (client.getDiscoverResult() !== undefined) return level;
    if (this.#loggedFrom !== undefined && isAtLeast(level, this.#loggedFrom)) return undefined;
    this.#loggedFrom = level;
    // An upstream that refuses the level sends what it sends by default.
    await client.setLoggingLevel(level, { timeout: this.#options.timeoutMs }).catch(() => undefined);
    return undefined;
  }

  /** The client reports that a stream has ended, and goes on to wait for the answer, which a stream that was refused does not bring. */
  #onStreamError({ message }: Error): void {
    const [, reason] = /\bAnswerRefused: (.*)/.exec(message) ?? [];
    if (reason !== undefined) this.#logs.fail(new Error(reason));
  }

  #onLog({ level, logger, data }: LogMessage): void {
    const logging = this.#logs.receiver();
    if (logging?.admits(level) !== true) return;
    const isTooDeep = isDeeper(data, MAX_VALUE_DEPTH);
    logging.deliver(this.#options.server, {
      level,
      ...(logger !== undefined && { logger: this.#failures.textOf(logger) }),
      data: isTooDeep ? `nested deeper than ${MAX_VALUE_DEPTH} levels` : this.#options.redaction.value(data),
    });
  }

  #progressOf({ message, progress, total }: Progress): CallProgress {
    const fraction = total !== undefined && total > 0 ? Math.min(1, Math.max(0, progress / total)) : undefined;
    const text = message ?? (fraction === undefined ? String(progress) : "under way");
    return {
      message: this.#failures.textOf(text).slice(0, MAX_PROGRESS_CHARS),
      ...(fraction !== undefined && { fraction }),
    };
  }

  async #listAll(client: Client, signal: AbortSignal): Promise<ToolList> {
    const reader = new ToolListReader();
    const capabilities = client.getServerCapabilities();
    const features = featureTools(capabilities);
    let cursor: string | undefined;
    // A server of resources or prompts alone refuses to list tools.
    const hasTools = capabilities?.tools !== undefined || features.length === 0;
    for (let page = 0; !reader.isFull; page += 1) {
      if (!hasTools) break;
      if (page === MAX_LIST_PAGES) {
        reader.remark(`the list has more than ${MAX_LIST_PAGES} pages; further pages are not read`);
        break;
      }
      const params = cursor === undefined ? {} : { cursor };
      const answer = await client.request({ method: "tools/list", params }, listPage, {
        signal,
        timeout: this.#options.timeoutMs,
      });
      reader.add(answer.tools);
      const next = readCursor(answer.nextCursor);
      if (next.problem !== undefined) reader.remark(`the list has ${next.problem}; further pages are not read`);
      if (next.cursor === undefined) break;
      if (next.cursor === cursor) {
        reader.remark("the list has a page that names itself as the next page; further pages are not read");
        break;
      }
      cursor = next.cursor;
    }
    await this.#follow(client);
    const { tools, unreadable, size } = reader.finish();
    const known = this.#known.remember(client);
    return { tools: [...tools, ...features], unreadable, size, ...(known !== undefined && { known }) };
  }

  /** A 2025-era upstream notifies without being asked; a modern one has to be listened to. */
  async #follow(client: Client): Promise<void> {
    if (this.#following === client || client.getServerCapabilities()?.tools?.listChanged !== true) return;
    this.#following = client;
    client.setNotificationHandler("notifications/tools/list_changed", () => this.#options.onToolsChanged());
    if (client.getDiscoverResult() === undefined) return;
    try {
      await client.listen({ toolsListChanged: true }, { timeout: this.#options.timeoutMs });
    } catch {
      // It advertises changes and does not serve them: the list is read again on the next refresh instead.
      if (this.#following === client) this.#following = undefined;
    }
  }

  #open(onClose: () => void): Promise<Client> {
    const isRemote = this.#options.remote !== undefined;
    return openInEra((one) => this.#openIn(one, onClose), { isRemote, isGuessed: () => this.#hasGuessedEra });
  }

  async #openIn(negotiation: Negotiation, onClose: () => void): Promise<Client> {
    const { asksPersons, asksClient, connectMs: timeout, openTransport } = this.#options;
    const capabilities = connectionCapabilities(asksPersons, asksClient);
    const mode = negotiation === "legacy" ? "legacy" : "auto";
    const client = new Client(CLIENT_INFO, { versionNegotiation: { mode }, capabilities });
    this.#loggedFrom = undefined;
    client.setNotificationHandler("notifications/message", ({ params }) => this.#onLog(params));
    client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
      this.#options.onResourceUpdated(params.uri),
    );
    client.onerror = (error) => this.#onStreamError(error);
    // Only 2025-era upstreams send such requests.
    if (asksPersons) {
      client.setRequestHandler(
        "elicitation/create",
        async ({ params }) => (await this.#openCalls.answer(params)) as never,
      );
      for (const [ability, method] of methodsOf(asksClient)) {
        client.setRequestHandler(
          method,
          async ({ params }) => (await this.#openCalls.answerOfClient(ability, { method, params })) as never,
        );
      }
    }
    const prior = negotiation === "auto" ? this.#known.prior() : undefined;
    const transport = openTransport(negotiation);
    await client.connect(transport, { timeout, ...(prior && { prior }) }).finally(() => {
      this.#hasGuessedEra = prior?.kind === "legacy" || transport.hasRefusedProbe === true;
    });
    if (prior === undefined) this.#known.opened(transport.hasIgnoredProbe === true);
    client.onclose = onClose;
    return client;
  }

  /** @param what is wrong with the result, as the end of a sentence about it */
  #refused({ name }: ToolDefinition, what: string): UpstreamError {
    const message = `The result of ${this.#options.server}.${name} ${what}.`;
    return asUnanswered(new UpstreamError("UPSTREAM_ERROR", message, { concernsCallOnly: true }));
  }
}

type AnsweredInputs = Readonly<Partial<Record<"inputResponses" | "requestState", never>>>;

/** The fields of a call that is sent again with a person's answer (MCP 2026-07-28, multi round-trip requests). */
function answeredInputs(person: CallPerson | undefined): AnsweredInputs {
  if (person?.answered === undefined) return {};
  const { responses, state } = person.answered;
  return { inputResponses: responses as never, ...(state !== undefined && { requestState: state as never }) };
}
