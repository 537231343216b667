/**
 * The calls that are open on the connection of a 2025-era upstream, whose requests for input (`elicitation/create`) do not say which call they
 * belong to: they are passed on while exactly one call is open, and cancelled otherwise.
 */
import type { CallPerson } from "../call-person.ts";

const REQUEST = "input";

interface OpenCall {
  readonly person: CallPerson | undefined;
  problem?: string;
}

export class OpenCalls {
  readonly #calls = new Set<OpenCall>();

  /**
   * Runs a call during which the upstream may ask.
   * @returns its result, and why a request for input was cancelled, as the end of a sentence about the upstream
   */
  async run<T>(
    person: CallPerson | undefined,
    work: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly problem?: string }> {
    const call: OpenCall = { person };
    this.#calls.add(call);
    try {
      const result = await work();
      return { result, ...(call.problem !== undefined && { problem: call.problem }) };
    } finally {
      this.#calls.delete(call);
    }
  }

  /** @param params of `elicitation/create` @returns the `ElicitResult` */
  async answer(params: unknown): Promise<object> {
    const [call, ...others] = this.#calls;
    if (call === undefined) return { action: "cancel" };
    if (others.length > 0) {
      for (const one of this.#calls) one.problem = SEVERAL;
      return { action: "cancel" };
    }
    const request = { method: "elicitation/create", params };
    const answered = (await call.person?.hold({ [REQUEST]: request })) ?? NO_PERSON;
    if (typeof answered !== "string") return answered[REQUEST] ?? { action: "cancel" };
    call.problem = answered;
    return { action: "cancel" };
  }
}

const SEVERAL =
  "asked for a person's input while several of its calls were open, and its protocol version does not say for which. Make its calls one after the other";
const NO_PERSON = "asked for a person's input, and this run cannot ask one";
