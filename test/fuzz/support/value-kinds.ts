/** Kinds of values that a script can return or send, each with what it has to become. */
import type { Random } from "../../support/random.ts";

/** `text` is JSON; undefined for a value that JSON leaves out. `refused` is a part of the message. */
export interface MadeValue {
  /** An expression. */
  readonly code: string;
  readonly text?: string | undefined;
  readonly refused?: string | undefined;
  /** The same as an argument, where every number has to survive being parsed. */
  readonly refusedAsArgument?: string | undefined;
}

type Leaf = readonly [code: string, text: string | undefined];

const LEAVES: readonly Leaf[] = [
  ["null", "null"],
  ["true", "true"],
  ["0", "0"],
  ["-0", "-0"],
  ["1.5", "1.5"],
  ["1e300", "1e+300"],
  ["5e-324", "5e-324"],
  ["9007199254740991", "9007199254740991"],
  ["12n", "12"],
  ["-7n", "-7"],
  ["''", '""'],
  ["'a\\u2028\\\\\\u0000\"'", '"a\u2028\\\\\\u0000\\""'],
  ["'\\ud800'", '"\\ud800"'],
  ["'😀'", '"😀"'],
  ["undefined", undefined],
  ["new Date(0)", '"1970-01-01T00:00:00.000Z"'],
  ["new (class extends Date {})(86400000)", '"1970-01-02T00:00:00.000Z"'],
  ["Object.assign(new Date(0), { toJSON: (key) => 'own' })", '"own"'],
  ["/a\\/b/gi", '"/a\\\\/b/gi"'],
  ["new URL('https://a.b/c?d=e')", '"https://a.b/c?d=e"'],
  ["new URLSearchParams({ a: '1 2' })", '"a=1+2"'],
  ["Object(1)", "1"],
  ["Object(-0)", "-0"],
  ["Object('x')", '"x"'],
  ["Object(false)", "false"],
  ["Object(3n)", "3"],
  ["new Uint8Array([1, 2])", "[1,2]"],
  ["new Float64Array([0.5, -0])", "[0.5,-0]"],
  ["new BigInt64Array([-5n])", "[-5]"],
  ["new DataView(new Uint8Array([7, 8, 9]).buffer, 1)", "[8,9]"],
  ["new Uint8Array([7]).buffer", "[7]"],
  ["new Error('m')", '{"name":"Error","message":"m"}'],
  ["new TypeError('m', { cause: -0 })", '{"name":"TypeError","message":"m","cause":-0}'],
  ["new AggregateError([1], 'm')", '{"name":"AggregateError","message":"m","errors":[1]}'],
  ["structuredClone(new RangeError('q'))", '{"name":"RangeError","message":"q"}'],
  ["JSON.rawJSON('123')", "123"],
  ["JSON.rawJSON('\"x\"')", '"x"'],
  ["Object.create(null)", "{}"],
  ["Object.create({ inherited: 1 })", "{}"],
  ["new Proxy({ a: -0 }, {})", '{"a":-0}'],
  ["new Proxy([1, -0], {})", "[1,-0]"],
  ["(function () { return arguments })(1, 2)", '{"0":1,"1":2}'],
  ["({ [Symbol('s')]: 1, a: 2 })", '{"a":2}'],
  ["Object.defineProperty({ a: 1 }, 'b', { value: 2 })", '{"a":1}'],
  ['JSON.parse(\'{"__proto__":{"a":1}}\')', '{"__proto__":{"a":1}}'],
  ["({ then: 1, toJSON: 5, constructor: 2 })", '{"then":1,"toJSON":5,"constructor":2}'],
  ["({ n: 0, get a() { return ++this.n } })", '{"n":0,"a":1}'],
  ["new (class A { x = 1; #y = 2; get z() { return 3 } })()", '{"x":1}'],
  ["Object.assign([1], { x: 2 })", "[1]"],
  ["[1, , 3]", "[1,null,3]"],
  ["'abc'.match(/b/)", '["b"]'],
  ["[undefined]", "[null]"],
];

const LONG: readonly Leaf[] = [
  ["2n ** 70n", String(2n ** 70n)],
  ["-(10n ** 40n)", `-1${"0".repeat(40)}`],
  ["Object(2n ** 64n)", String(2n ** 64n)],
  ["JSON.rawJSON('12345678901234567890')", "12345678901234567890"],
];

const REFUSED: readonly (readonly [code: string, refused: string])[] = [
  ["NaN", "NaN"],
  ["-Infinity", "-Infinity"],
  ["new Float32Array([NaN])", "NaN"],
  ["new Date(NaN)", "an invalid date"],
  ["(() => 1)", "a function"],
  ["(class {})", "a function"],
  ["Symbol('s')", "a symbol"],
  ["Promise.resolve(1)", "a promise: await it first"],
  ["new WeakMap()", "WeakMap"],
  ["new WeakSet()", "WeakSet"],
  ["[1].values()", "Array Iterator"],
  ["new Map().keys()", "Map Iterator"],
  ["(function* () {})()", "Generator"],
  ["Math", "a built-in object"],
  ["Array.prototype", "a built-in object"],
  ["Object(Symbol('s'))", "a Symbol"],
  ["Object.create(Map.prototype)", "unreadable"],
  ["2n ** 200_000n", "a bigint of more than 100,000 bits"],
  ["(() => { const a = []; a.push(a); return a })()", "a cycle"],
  ["({ toJSON() { throw new Error('mine') } })", "unreadable: Error: mine"],
  ["({ get b() { throw new Error('mine') } })", "unreadable: Error: mine"],
  ["new Proxy({}, { ownKeys() { throw 1 } })", "unreadable: 1"],
  ["Object.assign([1], { toJSON: () => NaN })", "NaN"],
];

const KEYS = ["a", "b", "c d", "__proto__", "0", "", "é", "toString"];

/** @param depth levels of values in values */
export function makeValue(random: Random, depth: number): MadeValue {
  if (depth <= 0 || random.chance(0.3)) return leaf(random);
  const items = random.list(3, () => makeValue(random, depth - 1));
  const refused = items.find((item) => item.refused !== undefined)?.refused;
  const refusedAsArgument = items.find((item) => item.refusedAsArgument !== undefined)?.refusedAsArgument;
  const list = items.map(({ text }) => text ?? "null").join();
  const codes = items.map(({ code }) => code);
  const made = (code: string, text: string): MadeValue => ({ code, text, refused, refusedAsArgument });
  switch (random.below(8)) {
    case 0:
    case 1:
      return made(`[${codes.join(", ")}]`, `[${list}]`);
    case 2:
      return made(`new Map([${codes.map((code, at) => `[${at}, ${code}]`).join(", ")}])`, entriesOf(items));
    case 3:
      // Equal primitives are one element, so each is in an object of its own.
      return made(
        `new Set([${codes.map((code) => `[${code}]`).join(", ")}])`,
        `[${items.map(({ text }) => `[${text ?? "null"}]`).join()}]`,
      );
    case 4: {
      const [only = leaf(random)] = items;
      return { ...only, code: `({ toJSON: () => (${only.code}) })` };
    }
    default:
      return record(random, items);
  }
}

/** A map is an object only when every key is a text. */
function entriesOf(items: readonly MadeValue[]): string {
  return items.length === 0 ? "{}" : `[${items.map(({ text }, at) => `[${at},${text ?? "null"}]`).join()}]`;
}

function record(random: Random, items: readonly MadeValue[]): MadeValue {
  const keys = [...new Set(items.map(() => random.pick(KEYS)))];
  const kept = keys.map((key, at) => ({ key, value: items[at] ?? { code: "1", text: "1" } }));
  // Integer keys come first in every object.
  const inOrder = kept.toSorted((one, other) => Number(other.key === "0") - Number(one.key === "0"));
  const text = `{${inOrder.flatMap(({ key, value }) => (value.text === undefined ? [] : [`${JSON.stringify(key)}:${value.text}`])).join()}}`;
  const refused = inOrder.find(({ value }) => value.refused !== undefined)?.value.refused;
  const refusedAsArgument = inOrder.find(({ value }) => value.refusedAsArgument !== undefined)?.value.refusedAsArgument;
  const fields = kept.map(({ key, value }) => `[${JSON.stringify(key)}]: ${value.code}`).join(", ");
  const code = random.pick([
    `({ ${fields} })`,
    `Object.assign(Object.create(null), { ${fields} })`,
    `new (class { constructor() { for (const [key, value] of Object.entries({ ${fields} })) Object.defineProperty(this, key, { value, enumerable: true }) } })()`,
    `new Proxy({ ${fields} }, {})`,
  ]);
  return { code, text, refused, refusedAsArgument };
}

function leaf(random: Random): MadeValue {
  if (random.chance(0.06)) {
    const [code, refused] = random.pick(REFUSED);
    return { code, refused, refusedAsArgument: refused };
  }
  if (random.chance(0.08)) {
    const [code, text] = random.pick(LONG);
    return { code, text, refusedAsArgument: "which is too large for a JSON number" };
  }
  const [code, text] = random.pick(LEAVES);
  return { code, text };
}
