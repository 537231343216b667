// The promises that a script has of its calls, and which of them nothing has waited for.
import { answerPromise } from "./answer-promise.js";
import { placeAtCall } from "./tool-error.js";

/** @typedef {{ tool: string, place: Error, isAnswered: boolean }} MadeCall */

export class CallPromises {
  /** Calls that nothing has waited for. One that fails is not among them, because the runtime reports it. @type {Set<MadeCall>} */
  #unread = new Set();
  /** Where the script has called the function that runs now. The stack of a later place may not reach the script. @type {Error | undefined} */
  place;

  /**
   * @template T @param {string} tool as the script writes it @param {() => Promise<T>} work @param {string} [why] see answerPromise
   * @returns {Promise<T>} for the script
   */
  make(tool, work, why) {
    const place = new Error();
    const call = { tool, place, isAnswered: false };
    this.#unread.add(call);
    const outer = this.place;
    this.place = place;
    const promise = this.#answer(call, work);
    this.place = outer;
    return answerPromise(promise, tool, () => void this.#unread.delete(call), why);
  }

  /** @returns {readonly MadeCall[]} calls that were answered, and whose answer nothing has waited for */
  unread() {
    return [...this.#unread].filter(({ isAnswered }) => isAnswered);
  }

  /** @template T @param {MadeCall} call @param {() => Promise<T>} work */
  async #answer(call, work) {
    try {
      const value = await work();
      call.isAnswered = true;
      return value;
    } catch (error) {
      this.#unread.delete(call);
      placeAtCall(error, call.place);
      throw error;
    }
  }
}
