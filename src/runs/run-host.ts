/**
 * The way from one run to upstreams, held by the Gateway: which server, is it allowed, which tool, are the arguments
 * right, then the call. The Worker that runs the guest holds the stub; closing it (or losing the Worker) aborts what is
 * in flight and refuses everything after.
 */
import { RpcTarget } from "cloudflare:workers";
import { allowsServer, allowsTool, withheldReason } from "../auth/principal.ts";
import type { Access } from "../auth/principal.ts";
import type { CallFailure, CallReply, ToolCall } from "../../worker-loader/index.ts";
import { serverIdentifiers } from "../catalog/server-names.ts";
import { UpstreamError } from "../upstream/connector.ts";
import type { ToolResult } from "../upstream/connector.ts";
import { unwrapResult } from "../upstream/result.ts";
import { toolTable } from "../upstream/tool-table.ts";
import type { ToolTable } from "../upstream/tool-table.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { isAllowed } from "./allowed-servers.ts";
import { serverNotFound, signatureOf, toolNotFound } from "./call-target.ts";
import { checkArgs } from "./check-args.ts";

/** What one run may reach: what it asked for (empty `allowedServers` means all), within what its credentials allow. */
export interface RunScope {
  readonly access: Access;
  /** Id of the key or grant the run came with; see `withdraw`. */
  readonly credential?: string;
  readonly allowedServers: readonly string[];
  /** The run's wall clock, in milliseconds. Its Worker ends it; should that Worker die, this closes it a second later. */
  readonly wallMs: number;
}

const ORPHANED_AFTER_MS = 1_000;

export class RunHost extends RpcTarget {
  readonly #upstreams: ReadonlyMap<string, Upstream>;
  readonly #byIdentifier: ReadonlyMap<string, Upstream>;
  readonly #scope: RunScope;
  readonly #ended = new AbortController();
  readonly #withdrawn = Promise.withResolvers<boolean>();
  readonly #onClose: () => void;
  /** By server; made when first needed, and only where something is withheld. */
  readonly #narrowed = new Map<ToolTable, ToolTable>();
  readonly #orphaned: ReturnType<typeof setTimeout>;

  constructor(upstreams: ReadonlyMap<string, Upstream>, scope: RunScope, onClose: () => void) {
    super();
    this.#upstreams = upstreams;
    this.#scope = scope;
    this.#onClose = onClose;
    const byIdentifier = new Map<string, Upstream>();
    // As the catalog that the script was written against: identifiers depend on which names there are.
    const visible = [...upstreams.keys()].filter((name) => allowsServer(scope.access, name));
    for (const [name, identifier] of serverIdentifiers(visible)) {
      const upstream = upstreams.get(name);
      if (upstream) byIdentifier.set(identifier, upstream);
    }
    this.#byIdentifier = byIdentifier;
    this.#orphaned = setTimeout(() => this.close(), scope.wallMs + ORPHANED_AFTER_MS);
  }

  async call({ server, tool, args, raw }: ToolCall): Promise<CallReply> {
    if (this.#ended.signal.aborted) return failed({ code: "CANCELLED", message: "The run has ended.", server, tool });
    const upstream = this.#byIdentifier.get(server) ?? this.#upstreams.get(server);
    if (upstream === undefined) return failed(serverNotFound(server, [...this.#byIdentifier.keys()]));
    if (!allowsServer(this.#scope.access, upstream.name)) {
      const message = `These credentials may not use the server ${server}. An admin can create a key that may.`;
      return failed({ code: "SERVER_NOT_ALLOWED", message, server, tool });
    }
    if (!isAllowed({ name: upstream.name, identifier: server }, this.#scope.allowedServers)) {
      const allowed = this.#scope.allowedServers.join(", ");
      const message = `This run may not use ${server}; options.allowed_servers allows ${allowed}.`;
      return failed({ code: "SERVER_NOT_ALLOWED", message, server, tool });
    }
    try {
      return await this.#callTool(upstream, { server, tool, args, raw });
    } catch (error) {
      if (error instanceof UpstreamError) return failed({ code: error.code, message: error.message, server, tool });
      console.error(`call ${server}.${tool}:`, error);
      return failed({
        code: "INTERNAL_ERROR",
        message: `The gateway failed while calling ${server}.${tool}.`,
        server,
        tool,
      });
    }
  }

  /** The run is over: calls in flight are aborted upstream. Idempotent. */
  close(): void {
    clearTimeout(this.#orphaned);
    this.#ended.abort();
    this.#withdrawn.resolve(false);
    this.#onClose();
  }

  get credential(): string | undefined {
    return this.#scope.credential;
  }

  /** The run's credentials were revoked: it makes no further call, and its Worker is told to end it. */
  withdraw(): void {
    this.#withdrawn.resolve(true);
    this.close();
  }

  /** Resolves when the run is over for its host: true when it was withdrawn, false when it was closed. */
  withdrawn(): Promise<boolean> {
    return this.#withdrawn.promise;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #callTool(upstream: Upstream, { server, tool: name, args: text, raw }: ToolCall): Promise<CallReply> {
    const all = await upstream.tools();
    const table = this.#visible(all);
    const tool = table.find(name);
    if (tool === undefined) {
      const isWithheld = table !== all && all.find(name) !== undefined;
      if (!isWithheld) return failed(toolNotFound(server, name, table));
      const message = withheldReason(this.#scope.access, `${server}.${name}`);
      return failed({ code: "POLICY_DENIED", message, server, tool: name });
    }
    const args = JSON.parse(text) as Record<string, unknown>;
    const wrong = checkArgs(tool, args);
    if (wrong !== undefined) {
      const signature = signatureOf(server, tool, table.identifierOf(tool));
      const message = `${server}.${table.identifierOf(tool)}: ${wrong} Signature: ${signature}`;
      return failed({ code: "INVALID_ARGS", message, server, tool: name });
    }
    if (this.#ended.signal.aborted)
      return failed({ code: "CANCELLED", message: "The run has ended.", server, tool: name });
    return toReply(await upstream.call(tool, args, this.#ended.signal), server, name, raw);
  }

  /** Without what the credentials withhold, so that no identifier means another tool than in the catalog. */
  #visible(table: ToolTable): ToolTable {
    const { access } = this.#scope;
    if (access.level === "destructive") return table;
    let narrowed = this.#narrowed.get(table);
    if (narrowed === undefined) {
      narrowed = toolTable(table.tools.filter((tool) => allowsTool(access, tool)));
      this.#narrowed.set(table, narrowed);
    }
    return narrowed;
  }
}

function toReply(result: ToolResult, server: string, tool: string, raw: boolean): CallReply {
  if (raw) return { ok: true, value: JSON.stringify(result) };
  const unwrapped = unwrapResult(result);
  if (!unwrapped.ok) return failed({ code: "TOOL_ERROR", message: unwrapped.message, server, tool });
  return { ok: true, value: JSON.stringify(unwrapped.value) ?? "null" };
}

function failed(error: CallFailure): CallReply {
  return { ok: false, error };
}
