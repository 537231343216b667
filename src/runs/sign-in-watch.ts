/**
 * Whether a run came to nothing because a person has to sign in to an upstream first. Only then can it be made again by itself
 * after the sign-in: nothing that it called or asked for did anything.
 */
import type { HostReply, Outcome, ToolCall } from "../../worker-loader/index.ts";

export interface SignInNeeded {
  readonly server: string;
  /** Where the person signs in. From the Gateway, never from the script, which could name any address. */
  readonly url: string;
}

/** Services that change nothing. All others may have: a saved script makes calls of its own, a stored counter counts. */
const READ_ONLY: ReadonlySet<string> = new Set([
  ...[
    "tools.search",
    "tools.describe",
    "progress",
    "results.read",
    "store.get",
    "store.keys",
    "files.read",
    "files.list",
    "files.fs-read",
    "files.fs-readdir",
    "files.fs-tool",
  ],
  ...["schedule.get", "schedule.retrieve", "schedule.list", "schedule.validate", "schedule.executions"],
  ...["ncp.find", "ncp.plan", "codemode-mcp.ask", "execbox.find"],
]);

export class SignInWatch {
  #mayHaveChanged = false;
  #sent = 0;
  #refused = 0;
  #needed: SignInNeeded | undefined;

  async watch(call: ToolCall, reply: Promise<HostReply>): Promise<HostReply> {
    this.#sent += 1;
    const settled = await reply;
    if (!("ok" in settled)) return { waits: settled.waits.then((again) => () => this.watch(call, again())) };
    if (!settled.ok && settled.error.url !== undefined) {
      this.#refused += 1;
      this.#needed ??= { server: call.server, url: settled.error.url };
    }
    return settled;
  }

  /** The script asks the gateway itself. */
  asked(service: string): void {
    if (!READ_ONLY.has(service)) this.#mayHaveChanged = true;
  }

  needed(outcome: Outcome): SignInNeeded | undefined {
    const isWhy = !outcome.ok && outcome.error.code === "UPSTREAM_AUTH_REQUIRED";
    return isWhy && !this.#mayHaveChanged && this.#sent === this.#refused ? this.#needed : undefined;
  }
}
