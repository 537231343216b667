/**
 * The calls that a dry run does not send: tools that are not known to be read-only, and services of the gateway that change something. The
 * Gateway answers such a call without sending it, and marks the answer; the Worker of the run collects the marks.
 */
import type { CallReply, HostReply, Question, ToolCall } from "../../../worker-loader/index.ts";
import { FETCH_KEY, FETCH_SERVER } from "../../upstream/script-fetch/fetch-tool.ts";
import { READ_ONLY_SERVICES } from "../services/read-only.ts";

export interface WouldCall {
  /** As the script writes it; `isogate` for a service of the gateway. */
  readonly server: string;
  readonly tool: string;
  readonly args: unknown;
  /** JSON pointer of the rule by which a person would have been asked. */
  readonly needs_approval?: string;
}

/** The answer of a call that was not sent. */
export type DryReply = Extract<CallReply, { readonly ok: true }> & {
  readonly dry: {
    /** JSON text of the arguments, as the ledger has them. */
    readonly args: string;
    readonly needsApproval?: string;
  };
};

const MAX_LISTED = 500;
const MAX_LISTED_CHARS = 200_000;

/** The list of one run and of the saved scripts in it. */
export class DryRun {
  readonly #calls: WouldCall[] = [];
  #count = 0;
  #chars = 0;

  get calls(): readonly WouldCall[] {
    return this.#calls;
  }

  /** A line for the log if the list is not whole. */
  get remark(): string | undefined {
    const { length } = this.#calls;
    return this.#count > length
      ? `[isogate] would_call lists only the first ${length} of ${this.#count} calls that were not sent.`
      : undefined;
  }

  /** Collects the mark of a call that was not sent. @returns the answer for the script */
  take({ server, tool }: ToolCall, reply: HostReply): HostReply {
    if (!isDry(reply)) return reply;
    const { dry, ...answer } = reply;
    this.#note(server === FETCH_KEY ? FETCH_SERVER : server, tool, dry.args, dry.needsApproval);
    return answer;
  }

  /** @returns the answer to a question that would change something; undefined for one that has to be asked */
  answer({ service, args }: Question): CallReply | undefined {
    if (READ_ONLY_SERVICES.has(service) || service === RUNS_A_SCRIPT) return undefined;
    this.#note("isogate", service, args, undefined);
    return { ok: true, value: "null" };
  }

  #note(server: string, tool: string, args: string, needsApproval: string | undefined): void {
    this.#count += 1;
    this.#chars += args.length;
    if (this.#calls.length >= MAX_LISTED || this.#chars > MAX_LISTED_CHARS) return;
    const approval = needsApproval === undefined ? {} : { needs_approval: needsApproval };
    this.#calls.push({ server, tool, args: JSON.parse(args) as unknown, ...approval });
  }
}

/** A saved script in a dry run is a dry run itself. */
const RUNS_A_SCRIPT = "scripts.run";

function isDry(reply: HostReply): reply is DryReply {
  return "ok" in reply && reply.ok && "dry" in reply;
}
