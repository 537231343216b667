// Bounds memory and time of buffers, typed arrays, and functions of the platform that copy large data.
import { allocate, allocateItems, checkLimits } from "./allocation-budget.js";
import { boundedConstructor } from "./bounded-constructor.js";
import { replace, replaceConstructor } from "./replace-built-in.js";
import { bytesOf, lengthOf } from "./sizes-of-values.js";
import { SLOW_ON_ARRAYS, checkAfter, checkAfterLarge, checkAfterLargeText, checkDuring } from "./slow-built-ins.js";

const { apply } = Reflect;
const { isArray } = Array;

export function limitBuffers() {
  const Typed = Object.getPrototypeOf(Uint8Array);
  for (const owner of [Typed.prototype, Uint8Array.prototype]) {
    const slow = Object.getOwnPropertyNames(owner).filter((name) => SLOW_ON_TYPED.includes(name));
    checkDuring(owner, slow, bytesOf, 1);
  }
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

const SLOW_ON_TYPED = [
  ...SLOW_ON_ARRAYS,
  "fill",
  "join",
  "set",
  "toLocaleString",
  "toBase64",
  "toHex",
  "setFromBase64",
];

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
      if (isArray(parts)) for (const part of parts) allocate(bytesOf(part));
      return args;
    });
  }
  for (const name of ["URL", "URLSearchParams"]) {
    replaceConstructor(name, (args) => {
      checkLimits();
      return args;
    });
  }
}
