// One call can ask for a gigabyte, and locally nothing but the process's end stops it (the platform ends an isolate at
// 128 MB). The built-ins that allocate by a number are bounded, each call and all of them together in one run; memory that grows step
// by step is only the platform's to bound.

/** Bytes that one call may allocate. */
const MOST_AT_ONCE = 64 * 1024 * 1024;
/** Bytes that all such calls of one run may allocate; what was collected in between still counts. */
const MOST_IN_ALL = 1024 * 1024 * 1024;

const BYTES_PER_ITEM = 8;
const BYTES_PER_CHARACTER = 2;

let allocated = 0;

export class MemoryLimitError extends RangeError {}

export function resetAllocations() {
  allocated = 0;
}

/** @param {number} bytes */
function allocate(bytes) {
  if (!(bytes > 4_096)) return;
  allocated += bytes;
  if (bytes > MOST_AT_ONCE)
    throw new MemoryLimitError(`one call asks for ${bytes} bytes; at most ${MOST_AT_ONCE} are given`);
  if (allocated > MOST_IN_ALL)
    throw new MemoryLimitError(`the run has asked for more than ${MOST_IN_ALL} bytes in all`);
}

const { apply, construct } = Reflect;

/** @param {readonly string[]} names globals that the script can reach; constructors among the others are left alone */
export function limitAllocations(names) {
  const { prototype: string } = String;
  const { prototype: array } = Array;
  bounded(string, "repeat", (text, [count]) => text.length * Number(count) * BYTES_PER_CHARACTER);
  bounded(string, "padStart", (_text, [length]) => Number(length) * BYTES_PER_CHARACTER);
  bounded(string, "padEnd", (_text, [length]) => Number(length) * BYTES_PER_CHARACTER);
  bounded(array, "fill", (items) => items.length * BYTES_PER_ITEM);
  bounded(
    array,
    "join",
    (items, [separator = ","]) => items.length * (String(separator).length + 1) * BYTES_PER_CHARACTER,
  );
  bounded(array, "concat", (items) => items.length * BYTES_PER_ITEM);
  bounded(Array, "from", (_array, [items]) => (items?.length ?? 0) * BYTES_PER_ITEM);
  boundedConstructor("Array", BYTES_PER_ITEM);
  for (const name of names) {
    const { BYTES_PER_ELEMENT } = /** @type {Record<string, any>} */ (globalThis)[name] ?? {};
    if (name === "ArrayBuffer") boundedConstructor(name, 1);
    else if (typeof BYTES_PER_ELEMENT === "number") boundedConstructor(name, BYTES_PER_ELEMENT);
  }
}

/** @param {any} owner @param {string} name @param {(self: any, args: any[]) => number} bytes */
function bounded(owner, name, bytes) {
  const original = owner[name];
  const replacement = {
    /** @this {any} @param {...any} args */
    [name](...args) {
      if (this !== null && this !== undefined) allocate(bytes(this, args));
      return apply(original, this, args);
    },
  }[name];
  Object.defineProperty(replacement, "length", { value: original.length });
  Object.defineProperty(owner, name, { value: replacement, writable: true, enumerable: false, configurable: true });
}

/** Same name, same prototype, same statics; only a length that is too large is refused. @param {string} name @param {number} bytesPerItem */
function boundedConstructor(name, bytesPerItem) {
  const globals = /** @type {Record<string, any>} */ (globalThis);
  const original = globals[name];
  const replacement = new Proxy(original, {
    construct(target, args, newTarget) {
      if (args.length > 0 && typeof args[0] === "number") allocate(args[0] * bytesPerItem);
      return construct(target, args, newTarget);
    },
    apply(target, self, args) {
      if (args.length === 1 && typeof args[0] === "number") allocate(args[0] * bytesPerItem);
      return apply(target, self, args);
    },
  });
  Object.defineProperty(original.prototype, "constructor", {
    value: replacement,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  Object.defineProperty(globals, name, { value: replacement, writable: true, enumerable: false, configurable: true });
}
