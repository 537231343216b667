// Replaces time and randomness for a durable run: when it is resumed, it has to see the same values, or it would take other branches.

/** @param {{ readonly now: number }} clock */
export function replaceDate(clock) {
  const Real = Date;
  /** @this {unknown} @param {...unknown} given */
  function Clocked(...given) {
    if (new.target === undefined) return new Real(clock.now).toString();
    return Reflect.construct(Real, given.length === 0 ? [clock.now] : given, new.target);
  }
  Object.defineProperties(Clocked, {
    name: { value: "Date" },
    length: { value: 7 },
    prototype: { value: Real.prototype, writable: false },
    now: { value: () => clock.now, writable: true, configurable: true },
    parse: { value: Real.parse, writable: true, configurable: true },
    UTC: { value: Real.UTC, writable: true, configurable: true },
  });
  define(Real.prototype, "constructor", Clocked);
  define(globalThis, "Date", Clocked);
}

/** @param {string} seed 128 bits, hex */
export function replaceRandom(seed) {
  const next = sfc32(seed);
  define(Math, "random", () => (next() * 0x20_0000 + (next() >>> 11)) / 0x20_0000_0000_0000);
  /** @param {any} array */
  const fill = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = next() & 0xff;
    return array;
  };
  const draw = crypto.getRandomValues.bind(crypto);
  // The platform's own function refuses arguments that are no arrays of integers, or too long.
  define(Crypto.prototype, "getRandomValues", (/** @type {any} */ array) => fill(draw(array)));
  define(Crypto.prototype, "randomUUID", () => {
    const bytes = fill(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = Array.from(bytes, (/** @type {number} */ byte) => byte.toString(16).padStart(2, "0")).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  });
}

/** The generator "Small Fast Counter" by Chris Doty-Humphrey, with 32 bits per step. @param {string} seed @returns {() => number} */
function sfc32(seed) {
  let [a = 0, b = 0, c = 0, counter = 1] = [0, 8, 16, 24].map((at) => parseInt(seed.slice(at, at + 8), 16) >>> 0);
  const step = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round += 1) step();
  return step;
}

/** @param {object} object @param {string} name @param {unknown} value */
function define(object, name, value) {
  Object.defineProperty(object, name, { value, writable: true, enumerable: false, configurable: true });
}
