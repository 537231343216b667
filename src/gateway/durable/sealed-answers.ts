/**
 * A person's answers to the forms of upstreams, as they are stored until they are sent: sealed under ISOGATE_ENCRYPTION_KEY and bound to their
 * request. A deployment without that key stores them as they are; it could not ask anybody otherwise.
 */
import type { InputResponses } from "../../approvals/input-answer.ts";
import { openKeyRing, type KeyRing } from "../../upstream/credentials/key-ring.ts";

export interface SealedAnswersOptions {
  /** Identifies the principal permanently. */
  readonly owner: string;
  /** The value of `ISOGATE_ENCRYPTION_KEY`. */
  readonly secrets: string | undefined;
}

export class SealedAnswers {
  readonly #owner: string;
  readonly #keys: KeyRing | undefined;

  constructor({ owner, secrets }: SealedAnswersOptions) {
    const keys = openKeyRing(secrets);
    this.#owner = owner;
    this.#keys = keys.ok ? keys.value : undefined;
  }

  /** @param id of the request @returns the text to store */
  async seal(id: string, responses: InputResponses): Promise<string> {
    const text = JSON.stringify(responses);
    return this.#keys === undefined ? text : this.#keys.seal(text, this.#binding(id));
  }

  /** @returns undefined when the key that sealed it was taken away */
  async open(id: string, stored: string): Promise<InputResponses | undefined> {
    if (stored.startsWith("{")) return JSON.parse(stored) as InputResponses;
    const unsealed = await this.#keys?.unseal(stored, this.#binding(id));
    return unsealed?.ok === true ? (JSON.parse(unsealed.text) as InputResponses) : undefined;
  }

  #binding(id: string): string {
    return JSON.stringify([this.#owner, "answer", id]);
  }
}
