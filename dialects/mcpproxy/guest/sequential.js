// Sequential versions of built-ins for callbacks that wait. Each takes the same steps in the same order as the built-in (section
// numbers are those of ECMA-262). The map's keys are the built-in functions, so that a script's own method of the same name is
// called as it is.
import { listOf } from "./sequential/abstract-operations.js";
import { addArrayFrom, addCopies, addSorting } from "./sequential/array-copies.js";
import { addLoops } from "./sequential/array-loops.js";
import { addCollections, addFromEntries, addGrouping } from "./sequential/collections.js";
import { addJsonParse, addReplacing } from "./sequential/texts.js";

const { apply } = Reflect;

/** @typedef {(self: any, args: readonly any[]) => unknown} InTurn */
/** @typedef {{ invoke: import("./sync.js").Invoke, each: (iterable: any) => any, tick: () => number }} Ways */
/**
 * The tools for making sequential versions. `call` calls a function of the script and waits for it; `add` gives a method of the owner a
 * sequential version, for calls with a callback at `at` among the arguments.
 * @typedef {Ways & {
 *   found: Map<Function, InTurn>,
 *   call: (fn: any, self: unknown, ...args: readonly unknown[]) => Promise<any>,
 *   add: (owner: any, name: string, inTurn: InTurn, at?: number) => void,
 * }} Sequential
 */

/** @param {Ways} ways @returns {ReadonlyMap<Function, InTurn>} */
export function createSequential({ invoke, each, tick }) {
  const found = /** @type {Map<Function, InTurn>} */ (new Map());
  const sequential = /** @type {Sequential} */ ({
    invoke,
    each,
    tick,
    found,
    async call(fn, self, ...args) {
      return (await invoke(fn, self, args)).v;
    },
    add(owner, name, inTurn, at = 0) {
      const original = owner[name];
      if (typeof original !== "function") return;
      found.set(original, (self, args) =>
        typeof args[at] === "function" ? inTurn(self, args) : apply(original, self, args),
      );
    },
  });
  addLoops(Array.prototype, sequential);
  addLoops(Object.getPrototypeOf(Uint8Array).prototype, sequential);
  addCopies(sequential);
  addSorting(sequential);
  addArrayFrom(sequential);
  addReplacing(sequential);
  addJsonParse(sequential);
  addCollections(sequential);
  addGrouping(sequential);
  addFromEntries(sequential);
  addFunctions(sequential);
  refuseOthers(found);
  return found;
}

/** Methods that call functions, and those of generators. @param {Sequential} sequential */
function addFunctions({ found, invoke }) {
  const { call: callOf, apply: applyOf } = Function.prototype;
  found.set(callOf, async (self, [that, ...args]) => (await invoke(self, that, args)).v);
  found.set(applyOf, async (self, [that, args]) => (await invoke(self, that, listOf(args))).v);
  found.set(Reflect.apply, async (_self, [fn, that, args]) => (await invoke(fn, that, listOf(args))).v);

  // A waiting generator answers with promises; awaiting them here shows the script their values.
  const generator = Object.getPrototypeOf(Object.getPrototypeOf((async function* () {})()));
  for (const name of ["next", "return", "throw"]) {
    const original = generator[name];
    found.set(original, async (self, args) => apply(original, self, args));
  }
}

/** Refuses callbacks that wait in built-ins without a sequential version. @param {Map<Function, InTurn>} found */
function refuseOthers(found) {
  const typed = Object.getPrototypeOf(Uint8Array);
  const owners = /** @type {[any, string[]][]} */ ([
    [typed.prototype, ["map", "filter", "sort", "toSorted"]],
    [typed, ["from"]],
    [Iterator.prototype, ["map", "filter", "flatMap", "forEach", "reduce", "some", "every", "find"]],
  ]);
  for (const [owner, names] of owners) {
    for (const name of names) {
      const original = owner[name];
      if (typeof original !== "function" || found.has(original)) continue;
      found.set(original, (self, args) => {
        if (typeof args[name === "from" ? 1 : 0] !== "function") return apply(original, self, args);
        throw new TypeError(
          `${name} of ${owner === Iterator.prototype ? "an iterator" : "a typed array"} cannot wait for a function that calls tools: make an array of it first, [...it].${name}(…)`,
        );
      });
    }
  }
}
