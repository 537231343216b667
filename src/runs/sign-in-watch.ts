/**
 * Whether a run came to nothing because a person has to sign in to an upstream first. Only then can it be made again by itself
 * after the sign-in: no call of it did anything.
 */
import type { CallReply, Outcome, ToolCall } from "../../worker-loader/index.ts";

export interface SignInNeeded {
  readonly server: string;
  /** Where the person signs in. From the Gateway, never from the script, which could name any address. */
  readonly url: string;
}

export class SignInWatch {
  #sent = 0;
  #refused = 0;
  #needed: SignInNeeded | undefined;

  async watch(call: ToolCall, reply: Promise<CallReply>): Promise<CallReply> {
    this.#sent += 1;
    const settled = await reply;
    if (!settled.ok && settled.error.url !== undefined) {
      this.#refused += 1;
      this.#needed ??= { server: call.server, url: settled.error.url };
    }
    return settled;
  }

  needed(outcome: Outcome): SignInNeeded | undefined {
    const isWhy = !outcome.ok && outcome.error.code === "UPSTREAM_AUTH_REQUIRED";
    return isWhy && this.#sent === this.#refused ? this.#needed : undefined;
  }
}
