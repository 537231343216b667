// Sequential methods of strings and of JSON.

const { apply, defineProperty, deleteProperty } = Reflect;
const { isArray } = Array;
const { keys } = Object;
const toText = String;

/** @typedef {import("../sequential.js").Sequential} Sequential */

/** @param {Sequential} sequential */
export function addReplacing({ add, call }) {
  for (const name of ["replace", "replaceAll"]) {
    const original = /** @type {any} */ (String.prototype)[name];
    add(
      String.prototype,
      name,
      // §22.2.6.11: all matches are found before the first one is replaced.
      async (self, [pattern, fn]) => {
        if (pattern !== null && typeof pattern === "object" && !(pattern instanceof RegExp))
          return apply(original, self, [pattern, fn]);
        const text = toText(self);
        const matches = /** @type {any[][]} */ ([]);
        apply(original, text, [
          pattern,
          (/** @type {any[]} */ ...match) =>
            (matches.push(match), ""),
        ]);
        let result = "";
        let end = 0;
        for (const match of matches) {
          const hasGroups = typeof match.at(-1) === "object";
          const start = match[match.length - (hasGroups ? 3 : 2)];
          const made = toText(await call(fn, undefined, ...match));
          if (start < end) continue;
          result += text.slice(end, start) + made;
          end = start + match[0].length;
        }
        return result + text.slice(end);
      },
      1,
    );
  }
}

/** §25.5.1 @param {Sequential} sequential */
export function addJsonParse({ add, call, tick }) {
  const { parse } = JSON;
  add(
    JSON,
    "parse",
    async (_self, [text, revive]) => {
      /** @param {any} holder @param {string} name @returns {Promise<unknown>} */
      const visit = async (holder, name) => {
        const value = holder[name];
        if (value !== null && typeof value === "object") {
          const names = isArray(value) ? Array.from({ length: value.length }, (_, at) => toText(at)) : keys(value);
          for (const one of names) {
            tick();
            const made = await visit(value, one);
            if (made === undefined) deleteProperty(value, one);
            else defineProperty(value, one, { value: made, writable: true, enumerable: true, configurable: true });
          }
        }
        return call(revive, holder, name, value, {});
      };
      return visit({ "": parse(text) }, "");
    },
    1,
  );
}
