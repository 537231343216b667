/** Detects runs that had no effect because a person has to sign in to an upstream first. Only these are repeated automatically after the sign-in. */
import type { HostReply, Outcome, ToolCall } from "../../worker-loader/index.ts";
import { READ_ONLY_SERVICES } from "./services/read-only.ts";

export interface SignInNeeded {
  readonly server: string;
  /** The page of the sign-in. It comes from the Gateway, never from the script, which could name any address. */
  readonly url: string;
}

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
  called(service: string): void {
    if (!READ_ONLY_SERVICES.has(service)) this.#mayHaveChanged = true;
  }

  needed(outcome: Outcome): SignInNeeded | undefined {
    const isWhy = !outcome.ok && outcome.error.code === "UPSTREAM_AUTH_REQUIRED";
    return isWhy && !this.#mayHaveChanged && this.#sent === this.#refused ? this.#needed : undefined;
  }
}
