// Sequential methods of maps and sets, and functions that make maps and objects.
import { mayWait } from "../iterables.js";
import { put } from "./abstract-operations.js";

const { apply } = Reflect;
const toText = String;

/** @typedef {import("../sequential.js").Sequential} Sequential */

/** @param {Sequential} sequential */
export function addCollections({ add, invoke }) {
  for (const owner of [Map, Set]) {
    add(owner.prototype, "forEach", async (self, [fn, that]) => {
      // The live iterator visits entries added during the loop and skips deleted ones, as forEach does.
      const entries = apply(owner.prototype.entries, self, []);
      for (const [key, value] of entries) await invoke(fn, that, [value, key, self]);
    });
  }
}

/** @param {Sequential} sequential */
export function addGrouping({ add, call, each }) {
  for (const owner of [Object, Map]) {
    add(
      owner,
      "groupBy",
      async (_self, [items, fn]) => {
        const groups = new Map();
        let index = 0;
        for await (const item of each(items)) {
          const made = await call(fn, undefined, item, index);
          const key = owner === Object && typeof made !== "symbol" ? toText(made) : made;
          index += 1;
          const group = groups.get(key);
          if (group === undefined) groups.set(key, [item]);
          else group.push(item);
        }
        if (owner === Map) return groups;
        const result = Object.create(null);
        for (const [key, group] of groups) put(result, key, group);
        return result;
      },
      1,
    );
  }
}

/** @param {Sequential} sequential */
export function addFromEntries({ found, each }) {
  const { fromEntries } = Object;
  found.set(fromEntries, async (self, [items]) => {
    if (items === null || items === undefined || !mayWait(items)) return apply(fromEntries, self, [items]);
    const entries = [];
    for await (const entry of each(items)) entries.push(entry);
    return fromEntries(entries);
  });
}
