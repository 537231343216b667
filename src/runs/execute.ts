/**
 * One run from code to outcome, in the stateless Worker: check the request, prepare the script, open the run at the
 * principal's Gateway, run the guest, close. The Gateway never loads a guest, because the platform allows only ten at
 * once per Durable Object, whoever's they are.
 */
import { dialectExtensions, dialectRewrites } from "../../dialects/index.ts";
import { DEFAULT_LIMITS, prepareScript, run } from "../../worker-loader/index.ts";
import type { CallReply, Host, Outcome, RunError, ToolCall, Transpile } from "../../worker-loader/index.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { SearchIndex } from "../catalog/search/index.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { answerFrom } from "./services/service.ts";
import { execboxService } from "./services/execbox.ts";
import { servicesExtension } from "./services/extension.ts";
import { progressService } from "./services/progress.ts";
import type { Progress } from "./services/progress.ts";
import { toolLookup } from "./services/tool-lookup.ts";
import { preflight } from "./preflight.ts";
import type { Withheld } from "./preflight.ts";
import { parseRunRequest } from "./run-options.ts";
import type { RunScope } from "./run-host.ts";

/** What `Gateway.openRun` returns, seen through RPC. */
export interface OpenRun extends Disposable {
  call(call: ToolCall): Promise<CallReply>;
  close(): Promise<void>;
  /** Resolves when the run is over for its host: true when its credentials were revoked. */
  withdrawn(): Promise<boolean>;
}

export interface ExecuteContext {
  readonly loader: WorkerLoader;
  /** Whose run it is; see `Run.owner`. */
  readonly owner: string;
  readonly transpile: Transpile;
  readonly defaults: GatewayConfig["limits"];
  /** Names of the packages scripts may import. */
  readonly packages: readonly string[];
  readonly loadPackage: (name: string) => Promise<string>;
  readonly catalog: Catalog;
  readonly index: () => Promise<SearchIndex>;
  /** Identifiers of the servers a script can name. */
  readonly servers: readonly string[];
  /** Names of tools that the caller's credentials do not allow, by server identifier. */
  readonly withheld: Withheld;
  readonly openRun: (asked: Pick<RunScope, "allowedServers" | "wallMs">) => Promise<OpenRun>;
  /** For a client that wants to know how far it is. */
  readonly listener?: RunListener;
  /** Aborted when the client has gone away. */
  readonly signal: AbortSignal;
}

export interface RunListener {
  /** Told of every call when it has ended. */
  onCall(call: EndedCall): void;
  /** Told what the script says of itself. */
  onProgress(progress: Progress): void;
}

export interface EndedCall {
  readonly server: string;
  readonly tool: string;
  readonly ok: boolean;
  readonly ms: number;
}

export interface Executed {
  readonly run: string;
  readonly outcome: Outcome;
}

/** @param asked the arguments of `execute_code`, as they came */
export async function execute(asked: unknown, context: ExecuteContext): Promise<Executed> {
  const id = newRunId();
  const parsed = parseRunRequest(asked, context.defaults);
  if (!parsed.ok) return { run: id, outcome: failure(parsed.error) };
  const { request } = parsed;
  const { code, language } = request;
  const prepared = await prepareScript(code, language, context.transpile, context.packages, dialectRewrites);
  if (!prepared.ok) return { run: id, outcome: failure(prepared.error) };
  const refused = preflight(prepared.script.calls, context.catalog, context.withheld);
  if (refused) return { run: id, outcome: failure(refused) };
  using host = await context.openRun({ allowedServers: request.allowedServers, wallMs: request.timeoutMs });
  const { listener } = context;
  const tell = listener && ((progress: Progress): void => listener.onProgress(progress));
  try {
    const outcome = await run({
      loader: context.loader,
      owner: context.owner,
      script: prepared.script,
      servers: context.servers,
      input: request.input,
      loadPackage: context.loadPackage,
      host: {
        call: observed(host, context.listener),
        ask: answerFrom({
          ...toolLookup(context.catalog, context.index),
          ...progressService(tell),
          ...execboxService(context.catalog, request.allowedServers),
        }),
      },
      extensions: [servicesExtension, ...dialectExtensions],
      limits: {
        ...DEFAULT_LIMITS,
        wallMs: request.timeoutMs,
        cpuMs: request.cpuMs,
        maxToolCalls: request.maxToolCalls,
        maxParallel: request.maxParallel,
      },
      signal: context.signal,
      ended: revoked(host),
    });
    return { run: id, outcome };
  } finally {
    // Awaited: once the answer is out, nothing of this run may still be on its way upstream.
    // A Gateway that is gone has nothing on its way either, and does not undo an outcome.
    await host.close().catch((error: unknown) => console.error("closing a run:", error));
  }
}

/** Never settles unless the run has to end; a host that is gone says so to the calls. */
function revoked(host: OpenRun): Promise<RunError> {
  return new Promise((resolve) => {
    host.withdrawn().then(
      (isWithdrawn) => {
        if (isWithdrawn)
          resolve({ code: "CANCELLED", message: "The credentials of this run were revoked; it was ended." });
      },
      () => undefined,
    );
  });
}

function observed(host: Host, listener: RunListener | undefined): Host["call"] {
  if (listener === undefined) return (call) => host.call(call);
  return async (call) => {
    const started = Date.now();
    const reply = await host.call(call);
    listener.onCall({ server: call.server, tool: call.tool, ok: reply.ok, ms: Date.now() - started });
    return reply;
  };
}

function failure(error: RunError): Outcome {
  return { ok: false, error, logs: [] };
}

/** Sorts by time; 80 random bits. */
function newRunId(): string {
  return `r_${Date.now().toString(36)}${crypto.getRandomValues(new Uint8Array(10)).toHex()}`;
}
