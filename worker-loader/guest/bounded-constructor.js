// Has the constructors of arrays and buffers refuse a length that is too large.
import { allocate } from "./allocation-budget.js";
import { replaceConstructor } from "./replace-built-in.js";
import { itemsIn } from "./sizes-of-values.js";

/**
 * @param {string} name
 * @param {number} bytesPerItem
 */
export function boundedConstructor(name, bytesPerItem) {
  replaceConstructor(name, (args) => {
    const [length, options] = args;
    // ArrayBuffer converts its argument to a number; for arrays and typed arrays only a number is a length.
    if (name === "ArrayBuffer") {
      const bytes = Number(length);
      allocate(bytes);
      if (options === null || typeof options !== "object") return [bytes];
      const { maxByteLength } = options;
      if (maxByteLength === undefined) return [bytes];
      const max = Number(maxByteLength);
      allocate(max);
      return [bytes, { maxByteLength: max }];
    }
    if (typeof length === "number") {
      if (name !== "Array" || args.length === 1) allocate(length * bytesPerItem);
    } else if (name !== "Array") allocate(itemsIn(length) * bytesPerItem);
    return args;
  });
}
