// Bounds memory and time of buffers, typed arrays, and functions of the platform that copy large data.
import { LARGE, allocate, allocateItems, checkLimits, refuseOver } from "./allocation-budget.js";
import { boundedConstructor } from "./bounded-constructor.js";
import { replace, replaceConstructor } from "./replace-built-in.js";
import { bytesOf, itemsIn, lengthOf, lengthOfTyped } from "./sizes-of-values.js";
import { SLOW_ON_ARRAYS, checkAfter, checkAfterLarge, checkAfterLargeText, checkDuring } from "./slow-built-ins.js";

const { apply } = Reflect;
const { isArray } = Array;

export function limitBuffers() {
  const Typed = Object.getPrototypeOf(Uint8Array);
  for (const owner of [Typed.prototype, Uint8Array.prototype]) {
    const slow = Object.getOwnPropertyNames(owner).filter((name) => SLOW_ON_TYPED.includes(name));
    checkDuring(owner, slow, bytesOf, 1);
  }
  limitSet(Typed.prototype);
  checkAfterLargeText(Uint8Array, ["fromBase64", "fromHex"]);
  boundedConstructor("ArrayBuffer", 1);
  const typed = Object.getOwnPropertyNames(globalThis).filter((name) => /^(?:Big)?(?:Ui|I)nt\d+|^Float\d+/.test(name));
  for (const name of typed) {
    const { BYTES_PER_ELEMENT } = /** @type {Record<string, any>} */ (globalThis)[name];
    boundedConstructor(name, BYTES_PER_ELEMENT);
  }
  const buffers = /** @type {any} */ (ArrayBuffer.prototype);
  for (const name of ["resize", "transfer", "transferToFixedLength"]) {
    const original = buffers[name];
    replace(buffers, {
      [name](/** @type {any[]} */ ...args) {
        const [length] = args;
        if (length === undefined) return apply(original, this, []);
        const bytes = Number(length);
        allocate(bytes);
        return apply(original, this, [bytes]);
      },
    });
  }
  const { from } = Typed;
  replace(Typed, {
    from(/** @type {any[]} */ ...args) {
      const [items] = args;
      if (items !== null && items !== undefined) allocateItems(lengthOf(items));
      return apply(from, this, args);
    },
  });
}

const SLOW_ON_TYPED = [...SLOW_ON_ARRAYS, "fill", "join", "toLocaleString", "toBase64", "toHex", "setFromBase64"];

/** Copies what is no array in parts: the built-in takes 150 ns for each item, which may be missing. @param {any} typed */
function limitSet(typed) {
  const { set } = typed;
  replace(typed, {
    set(/** @type {any} */ source, /** @type {any} */ offset) {
      const isPlain = isArray(source) || lengthOfTyped(source) !== undefined || source === null || source === undefined;
      if (isPlain) {
        if (lengthOf(source) > LARGE) checkLimits();
        return set.call(this, source, offset);
      }
      const length = Math.max(Math.trunc(lengthOf(source)), 0);
      const begin = Math.trunc(+offset) || 0;
      // It refuses what does not fit, or a `this` that is no typed array, before it reads an item.
      if (length > LARGE && !(begin >= 0 && begin + length <= itemsIn(this)))
        return apply(set, this, [{ length }, offset]);
      for (let at = 0; at < length; at += LARGE) {
        checkLimits();
        const part = [];
        for (let index = at; index < Math.min(at + LARGE, length); index += 1) part.push(source[index]);
        apply(set, this, [part, begin + at]);
      }
      return length === 0 ? apply(set, this, [[], begin]) : undefined;
    },
  });
}

/** Its iterator is native, and takes 0.4 µs for a segment of one character. */
const BYTES_PER_SEGMENT = 32;
/** Each part of a Blob is an object of the platform, and takes 0.5 µs. */
const BYTES_PER_PART = 64;

/** Bounds functions of the platform that copy large data, or take long for it. */
export function limitPlatform() {
  const { structuredClone: clone } = globalThis;
  replace(globalThis, {
    structuredClone(/** @type {any[]} */ ...args) {
      allocate(bytesOf(args[0]));
      const result = apply(clone, globalThis, args);
      checkLimits();
      return result;
    },
  });
  checkAfterLargeText(globalThis, ["atob", "btoa"]);
  checkAfterLargeText(TextEncoder.prototype, ["encode", "encodeInto"]);
  checkAfterLarge(TextDecoder.prototype, ["decode"]);
  const ciphers = Object.getOwnPropertyNames(SubtleCrypto.prototype).filter((name) => name !== "constructor");
  checkAfter(SubtleCrypto.prototype, ciphers);
  for (const name of ["Blob", "File"]) {
    replaceConstructor(name, (args) => {
      const [parts] = args;
      if (isArray(parts)) {
        refuseOver(parts.length * BYTES_PER_PART);
        for (const part of parts) allocate(bytesOf(part));
      }
      return args;
    });
  }
  const { segment } = Intl.Segmenter.prototype;
  replace(Intl.Segmenter.prototype, {
    segment(/** @type {any} */ given) {
      const text = `${given}`;
      refuseOver(text.length * BYTES_PER_SEGMENT);
      return apply(segment, this, [text]);
    },
  });
  for (const name of ["URL", "URLSearchParams"]) {
    replaceConstructor(name, (args) => {
      checkLimits();
      return args;
    });
  }
}
