/** The person, and the client of a direct call, whom an upstream may ask for input during a call (elicitation), as the connectors see them. */

import type { ClientAbility } from "../lib/client-ability.ts";

/** Responses by the upstream's own names for its requests; each a result of MCP. */
type PersonResponses = Readonly<Record<string, object>>;

export interface CallPerson {
  /** The abilities that the client of the call declares and gateway.json permits the upstream to use. */
  readonly offered: readonly ClientAbility[];
  /** A person can be shown forms. */
  readonly showsForms: boolean;
  /** The answer to what the upstream asked when the call was sent before, with the upstream's own state. */
  readonly answered?: { readonly responses: PersonResponses; readonly state: string | undefined } | undefined;
  /**
   * Asks while the call is open, for a protocol in which it cannot be sent again with the answer. Never rejects.
   * @returns why no person is asked, or why none has answered, as the end of a sentence about the upstream
   */
  hold(requests: Readonly<Record<string, unknown>>): Promise<PersonResponses | string>;
}

/** The upstream wants a person's input before it answers: the call has to be sent again, with the responses and the state. */
export class InputNeeded extends Error {
  override readonly name = "InputNeeded";
  /** Requests of the upstream, by its own names for them; unchecked. */
  readonly requests: Readonly<Record<string, unknown>>;
  readonly state: string | undefined;

  constructor(requests: Readonly<Record<string, unknown>>, state: string | undefined) {
    super("The upstream asks for a person's input.");
    this.requests = requests;
    this.state = state;
  }
}
