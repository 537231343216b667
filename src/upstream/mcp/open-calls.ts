/**
 * The calls that are open on the connection of a 2025-era upstream, whose requests (`elicitation/create` and those that the client answers) do
 * not say which call they belong to: they are passed on while exactly one call is open, and cancelled or refused otherwise.
 */
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/client";
import type { ClientAbility } from "../../lib/client-ability.ts";
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

  /**
   * @param request what the upstream asks the client of the call for
   * @returns the client's result
   * @throws ProtocolError where the upstream has to do without
   */
  async answerOfClient(ability: ClientAbility, request: object): Promise<object> {
    const [call, ...others] = this.#calls;
    const person = others.length === 0 && call?.person?.offered.includes(ability) === true ? call.person : undefined;
    if (person === undefined) {
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `The client of this call does not support ${ability}`);
    }
    const answered = await person.hold({ [REQUEST]: request });
    const result = typeof answered === "string" ? undefined : answered[REQUEST];
    if (result === undefined) throw new ProtocolError(REFUSED, "The client has not answered");
    return result;
  }
}

/** The protocol's code for a request that a user has rejected. */
const REFUSED = -1;

const SEVERAL =
  "asked for a person's input while several of its calls were open, and its protocol version does not tell for which call. Make its calls one after another";
const NO_PERSON = "asked for a person's input, but this run cannot ask a person";
