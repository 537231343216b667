// Sequential methods that only read an array or a typed array.
import { lengthOf, toObject } from "./abstract-operations.js";

/** @typedef {import("../sequential.js").Sequential} Sequential */

/**
 * §23.1.3: visits every index up to the length at the start, and skips holes unless they count.
 * @param {() => number} tick @param {any} self @param {boolean} holes whether holes count as undefined @param {boolean} backwards
 * @param {(value: any, index: number, object: any) => Promise<boolean | void>} visit `true` ends it
 */
export async function walk(tick, self, holes, backwards, visit) {
  const object = toObject(self);
  const length = lengthOf(object);
  for (let step = 0; step < length; step += 1) {
    if (step % 64 === 63) tick();
    const index = backwards ? length - 1 - step : step;
    if ((holes || index in object) && (await visit(object[index], index, object))) return;
  }
}

/** @param {any} owner the prototype @param {Sequential} sequential */
export function addLoops(owner, { add, call, invoke, tick }) {
  add(owner, "forEach", async (self, [fn, that]) => {
    await walk(
      tick,
      self,
      false,
      false,
      // The promise of an async function is dropped, and not waited for.
      async (value, index, object) => void (await invoke(fn, that, [value, index, object])),
    );
  });
  for (const [name, stopsAt] of /** @type {const} */ ([
    ["some", true],
    ["every", false],
  ])) {
    add(owner, name, async (self, [fn, that]) => {
      let result = !stopsAt;
      await walk(tick, self, false, false, async (value, index, object) => {
        if (Boolean(await call(fn, that, value, index, object)) !== stopsAt) return false;
        result = stopsAt;
        return true;
      });
      return result;
    });
  }
  for (const [name, backwards, givesIndex] of /** @type {const} */ ([
    ["find", false, false],
    ["findIndex", false, true],
    ["findLast", true, false],
    ["findLastIndex", true, true],
  ])) {
    add(owner, name, async (self, [fn, that]) => {
      let result = /** @type {any} */ (givesIndex ? -1 : undefined);
      await walk(tick, self, true, backwards, async (value, index, object) => {
        if (!(await call(fn, that, value, index, object))) return false;
        result = givesIndex ? index : value;
        return true;
      });
      return result;
    });
  }
  for (const [name, backwards] of /** @type {const} */ ([
    ["reduce", false],
    ["reduceRight", true],
  ])) {
    add(owner, name, async (self, args) => {
      const [fn] = args;
      let isFirst = args.length < 2;
      let [, result] = args;
      await walk(tick, self, false, backwards, async (value, index, object) => {
        result = isFirst ? value : await call(fn, undefined, result, value, index, object);
        isFirst = false;
      });
      if (isFirst) throw new TypeError("Reduce of empty array with no initial value");
      return result;
    });
  }
}
