// The sections of async functions that call tools (see ../async-parts.ts). A section ends at an `await` of the script or with the function, and
// waits for tools inside of it. As where the tools are called by synchronous functions, a section is never interrupted by another one: the
// first one of a function belongs to the call of the function, the others come one after the other when the script's last statement has run.

const withResolvers = /** @type {() => PromiseWithResolvers<void>} */ (Promise.withResolvers.bind(Promise));
const resolved = Promise.resolve.bind(Promise);

/** @param {() => Promise<void>} lastStatement resolves after it @param {number} maxAtOnce first sections at once: endless recursion ends at it */
export function createSections(lastStatement, maxAtOnce) {
  let running = 0;
  /** The first sections that the call being made has begun: each resolves at its end. Undefined while no call is made. @type {Promise<void>[] | undefined} */
  let begunNow;
  /** Resolves when the section before the next one has ended. @type {Promise<void> | undefined} */
  let before;

  /** @param {unknown} value what the script waits for @param {(end: () => void) => void} begin */
  async function next(value, begin) {
    const settled = resolved(value);
    try {
      await settled;
    } catch {
      // The script gets the error below.
    }
    const { promise, resolve } = withResolvers();
    const turn = before ?? lastStatement();
    before = promise;
    await turn;
    begin(resolve);
    return settled;
  }

  return {
    /** Notes the sections that begin until it is closed, which has to be in the same turn. */
    open() {
      const outer = begunNow;
      const begun = /** @type {Promise<void>[]} */ ([]);
      begunNow = begun;
      return {
        begun,
        close() {
          begunNow = outer;
        },
      };
    },
    /**
     * Begins the first section of an async function.
     * @returns {(isAwait?: boolean, value?: unknown) => unknown} ends the section; with `isAwait`, gives a promise of the value that resolves when the next one begins, else the value
     */
    begin() {
      if (running >= maxAtOnce) throw new RangeError("Maximum call stack size exceeded");
      running += 1;
      const { promise, resolve } = withResolvers();
      if (begunNow !== undefined) begunNow[begunNow.length] = promise;
      let end = () => {
        running -= 1;
        end = resolve;
        resolve();
      };
      /** @param {() => void} other */
      const set = (other) => void (end = other);
      return (isAwait, value) => {
        end();
        return isAwait === true ? next(value, set) : value;
      };
    },
  };
}
