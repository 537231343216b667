/**
 * Guests of scripts that change nothing are not locked (prepare/inert.ts). These try to pass for such a script and to leave
 * something behind all the same: on a built-in, on the harness, in what the engine keeps.
 */
import { describe, expect, it } from "vitest";
import { prepareGuest, walkGuest } from "../support/walked-guest.ts";

const NOT_INERT = [
  // Assignments in every guise.
  "[].map.left = 1",
  "[].map['left'] = 1",
  "({ a: [].map.left } = { a: 1 })",
  "[[].map.left] = [1]",
  "[...[].map.left] = [1]",
  "({ ...[].map.left } = { a: 1 })",
  "[[].map.left = 2] = []",
  "for ([].map.left of [1]);",
  "for ([].map.left in { a: 1 });",
  "for ([[].map.left] of [[1]]);",
  "[].map.left++",
  "[].map.left ??= 1",
  "delete [].map.name",
  "Math = 1",
  "[Math] = [1]",
  "({ Math } = {})",
  "for (Math of [1]);",
  "undefined_global = 1",
  // Ways to a prototype or a constructor.
  "[].__proto__.left = 1",
  "[].__proto__.push(1)",
  "[]['__proto__'].push(1)",
  "const key = '__proto__'; [][key].push(1)",
  "[][`__proto__`].push(1)",
  "[]['__pro' + 'to__'].push(1)",
  "const { __proto__: proto } = []; proto.push(1)",
  "const { ['__proto__']: proto } = []; proto.push(1)",
  "(({ __proto__: proto }) => proto.push(1))([])",
  "let proto; ({ __proto__: proto } = []); proto.push(1)",
  "let proto; [{ __proto__: proto }] = [[]]; proto.push(1)",
  "for (const { __proto__: proto } of [[]]) proto.push(1)",
  "try { throw [] } catch ({ __proto__: proto }) { proto.push(1) }",
  "({ __proto__: [] }).push(1)",
  "({ '__proto__': [] }).push(1)",
  "[].constructor.prototype.left = 1",
  "[].constructor.from.left = 1",
  "(() => {}).constructor('return this')()",
  "Array.prototype.push(1)",
  "Object.getPrototypeOf([]).push(1)",
  "Object.prototype",
  "const O = Object; O.assign([].map, { left: 1 })",
  "[Object].forEach((O) => O.freeze([].map))",
  "Object.assign([].map, { left: 1 })",
  "Object.defineProperty([].map, 'left', { value: 1 })",
  "Object.freeze([].map)",
  "Object['assign']([].map, { left: 1 })",
  "Reflect.set([].map, 'left', 1)",
  "new Proxy([].map, {})",
  "({}).__defineGetter__('left', () => 1)",
  "({ m() { return super.constructor } }).m()",
  "({ get left() { return 1 } })",
  "(function () { return this })()",
  "(function () { return arguments })()",
  "new (class { static left = 1 })()",
  "class Left { #x = 1 }",
  "function* left() {} left().next()",
  "(x => x)`left`",
  "new.target",
  // Built-ins that write on whatever they are called on.
  "[1].forEach([].push, ''.at)",
  "const { push } = []; [1].forEach(push, [].map)",
  "const { 'push': put } = []; [1].forEach(put, [].map)",
  "(({ fill }) => [1].forEach(fill, [].map))([])",
  "[].push.call([].map, 1)",
  "[].push.bind([].map)(1)",
  "[].push.apply([].map, [1])",
  "const o = { put: [].push }; o.put(1)",
  "[[1]].forEach(Array.of, function () { return [].map })",
  "[[[1]]].forEach(Array.from, function () { return [].map })",
  "const { of } = Array; of(1)",
  "[1].map(Promise.resolve, function () { return [].map })",
  "function f() { return [].map } new f()",
  "let f = () => {}; new f()",
  "ToolError = function () { return [].map }; new ToolError()",
  "[ToolError = 1] = [function () {}]; new ToolError()",
  "for (ToolError of [function () {}]) new ToolError()",
  // Names that mean something else than they seem to.
  "((a = Reflect) => { var Reflect; return a.set([].map, 'left', 1) })()",
  "((a = () => Reflect) => { var Reflect = 1; return a().set([].map, 'left', 1) })()",
  "((a) => (b = Reflect.set([].map, 'left', 1)) => { var Reflect })()()",
  "((a) => async (b = caches) => { for (var caches of []); })()()",
  "(() => function (a = Object.assign([].map, { left: 1 })) { var Object })()()",
  "{ let Reflect = 1 } Reflect.set([].map, 'left', 1)",
  "(() => { var Reflect = 1 })(); Reflect.set([].map, 'left', 1)",
  "((Reflect) => 1)(); Reflect.set([].map, 'left', 1)",
  "switch (Reflect.set([].map, 'left', 1)) { case 1: let Reflect }",
  "for (const Reflect of []); Reflect.set([].map, 'left', 1)",
  "try { throw 1 } catch (Reflect) {} Reflect.set([].map, 'left', 1)",
  "Reflect: for (;;) { Reflect.set([].map, 'left', 1); break Reflect }",
  "(function Reflect() {}); Reflect.set([].map, 'left', 1)",
  "let i = 1; i = 'constructor'; [][i]",
  "let i; for (i in { constructor: 1 }) [][i].left",
  "for (const i of ['constructor']) [][i]",
  "let i = 0; (([i]) => [][i])(['constructor'])",
  "let i = 0; [i] = ['constructor']; [][i]",
  "let i = 0; ((i) => [][i])('constructor')",
  "let i = 0, j = i; i += 'constructor'; [][j + i]",
  "let i = 0, j = 0; j = i; i = j; i ||= 'constructor'; [][j]",
  "if (false) input = 1; [][input]",
  "var input = input; [][input]",
  "function i() {} [][i]",
  "[][0, 'constructor']",
  "[][input.key]",
  "[][[1].length]",
  // Hooks, and state that the engine keeps.
  "Error.prepareStackTrace = () => 1",
  "Error.stackTraceLimit = 0",
  "Error.captureStackTrace([].map)",
  "try { null.x } catch (e) { e.constructor.prepareStackTrace = 1 }",
  "ToolError.captureStackTrace([].map)",
  "const { captureStackTrace: left } = ToolError; left([].map)",
  "Symbol.for('left')",
  "RegExp.$1",
  "globalThis.left = 1",
  "self.left = 1",
  "addEventListener('x', () => {})",
  "crypto.left = 1",
  "new WeakMap().set([].map, 1)",
  "new Uint8Array(1)",
  "import('node:fs')",
  "await using x = null",
];

describe("is not taken for inert", () => {
  it.each(NOT_INERT)("%s", async (code) => {
    const guest = await prepareGuest(code);
    // What cannot be prepared does not run at all.
    expect(guest?.kind ?? "locked").toBe("locked");
  });
});

const INERT = [
  "1 + 1",
  "({ a: [1, 2, { b: `x${1}` }], c: Math.max(1, 2) })",
  "const o = { push: (x) => x, sort: 1 }; o.push(o)",
  "[3, 1, 2].sort().map((x) => x * 2).filter(Boolean).reduce((a, b) => a + b, 0)",
  "const a = []; for (let i = 0; i < 9; i++) a.push(i, a[i], a[-1], a[i * 1e300]); a",
  "[[1]].forEach([].concat, [].map); [1].map([].values, ''.at); [1].forEach(''.at, [].map)",
  "const { map, filter } = []; try { map(filter) } catch (e) { e.message }",
  "const m = new Map([[1, 2]]); m.set([].map, [].filter); m.delete([].map); [...m]",
  "const s = new Set(); s.add([].map); s.clear(); s.size",
  "const r = /(a)/g; r.exec('aa'); r.test('aa'); 'aa'.replace(r, '$1$1')",
  "const d = new Date(0); d.setTime(5); d.toISOString()",
  'JSON.parse(\'{"__proto__":{"left":1},"constructor":1}\', (k, v) => v)',
  "Object.fromEntries([['__proto__', 1], ['constructor', 2], ['toString', () => 'x']])",
  "const o = { toString: () => 'x', valueOf: () => 1, toJSON: () => 2, then: (f) => f(3) }; [`${o}`, o + 1, JSON.stringify(o)]",
  "JSON.parse('[[1,2],{\"a\":1}]', [].concat)",
  "Array.from({ length: 3 }, [].at, [].map)",
  "await Promise.all([1, notes.get({ id: 1 }), sleep(1)])",
  "setTimeout([].map, 1); setTimeout(() => [].map, 1); queueMicrotask(''.at); await sleep(5)",
  "try { notes.push(1) } catch (e) { `${e.name} ${e.stack}` }",
  "new ToolError('x', { code: 'Y' }).code",
  "console.log([].map, ToolError, notes); console.table(1)",
  "const f = (n) => (n === 0 ? 0 : 1 + f(n - 1)); f(100)",
  "function f() { return f() } try { f() } catch (e) { [1].sort(); `${e}` }",
  "[1, 2].values().map((x) => x + 1).toArray()",
  "Promise.reject(new Error('left')); 1",
  "const p = new Promise((resolve, reject) => reject(1)); p.catch(() => 2).finally([].map)",
  // The names that the wrapper makes are not the script's.
  "let completion_saved = 0; l: { try { '__proto__' } finally { [][completion_saved].push(1); break l } }",
  "let completion_saved = 0, completion_0 = 0; l: { try { '__proto__' } finally { [][completion_saved].push(1); break l } }",
  "let Math = [1]; Math.push(Math); Math.values()",
  "[].concat.name + [].map.length + (() => {}).name",
  "input.list.sort((a, b) => a - b).reverse().fill(7).copyWithin(0, 1).splice(0, 1)",
];

describe("is inert, and leaves nothing", () => {
  it.each(INERT)("%s", async (code) => {
    const guest = await prepareGuest(code);
    expect(guest?.kind).toMatch(/^(?:bare|inert)$/);
    const { changes } = await walkGuest(guest!);
    expect(changes).toEqual([]);
  });
});

it.each([
  { given: "1 + 1", servers: [], want: "bare" },
  { given: "Math.max(1, 2)", servers: [], want: "bare" },
  { given: "Math.max(1, 2)", servers: ["Math"], want: "inert" },
  { given: "let Math = 'x'; Math.repeat(1e9)", servers: [], want: "inert" },
  { given: "new Map()", servers: ["Map"], want: "locked" },
  { given: "input", servers: [], want: "inert" },
  { given: "[1].length", servers: [], want: "inert" },
  { given: `${"{ let a; ".repeat(150)} 1 ${"}".repeat(150)}`, servers: [], want: "locked" },
  { given: `[${"[".repeat(300)}${"]".repeat(300)}]`, servers: [], want: /bare|locked/ },
])("$servers: $given is $want", async ({ given, servers, want }) => {
  const guest = await prepareGuest(given, servers);
  expect(guest?.kind).toMatch(want);
});

it("is decided in time, whatever a script looks like", async () => {
  const chained = Array.from({ length: 5_000 }, (_, n) => `let v${n} = v${n + 1};`).join(" ");
  const assigned = `let i = 0; ${"i = 1; ".repeat(20_000)} [][i]`;
  const started = performance.now();
  for (const code of [`${chained} let v5000 = ''; [][v0]`, assigned]) await prepareGuest(code);
  expect(performance.now() - started).toBeLessThan(2_000);
});

it("finds what a script leaves behind", async () => {
  const guest = await prepareGuest("[].map.left = 1; [].__proto__.last = 1");
  const { changes } = await walkGuest({ ...guest!, kind: "inert" });
  expect(changes).toEqual(expect.arrayContaining(["left", "last"]));
});

const ATOMS =
  `x y f g i n input notes console ToolError sleep [] ({}) 'a' '__proto__' 0 1 -1 /a/g [].map [].concat ''.at [1,[2]] undefined null
  Math Math.max Object Object.keys Array Array.of Array.from JSON.parse Promise.resolve Promise Map Error String Boolean Reflect Symbol (()=>x) (a=>a)`.split(
    /\s+/,
  );
const NAMES =
  `map at push sort fill concat call bind constructor prototype __proto__ toString valueOf then length name forEach filter
  values entries keys set add get exec replace raw get left assign freeze defineProperty of from resolve all stack cause reduce flat`.split(
    /\s+/,
  );

function generate(random: () => number): string {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? "x";
  const shapes: readonly ((e: () => string) => string)[] = [
    (e) => `${e()}.${pick(NAMES)}`,
    (e) => `${e()}.${pick(NAMES)}(${e()}, ${e()})`,
    (e) => `${e()}.${pick(NAMES)}(${e()})`,
    (e) => `${e()}(${e()}, ${e()})`,
    (e) => `${e()}[${e()}]`,
    (e) => `[${e()}, ...${e()}]`,
    (e) => `({ ${pick(NAMES)}: ${e()}, ...${e()} })`,
    (e) => `(${pick(["x", "y", "i", "n", "Math"])} = ${e()})`,
    (e) => `({ ${pick(NAMES)}: x } = ${e()})`,
    (e) => `((x, { ${pick(NAMES)}: y } = ${e()}) => ${e()})`,
    (e) => `(function () { return ${e()} })`,
    (e) => `new ${pick(["Map", "Set", "Array", "Error", "Promise", "ToolError", "f"])}(${e()})`,
    (e) => `(${e()} + ${e()})`,
    (e) => `\`\${${e()}}\``,
    (e) => `(await ${e()})`,
    () => "[].map[i++]",
    () => "n.push(i)",
  ];
  const expression = (depth: number): string => {
    if (depth === 0 || random() < 0.2) return pick(ATOMS);
    const shape = shapes[Math.floor(random() * shapes.length)];
    return shape?.(() => expression(depth - 1)) ?? "x";
  };
  const statements = Array.from({ length: 3 }, () => `try { ${expression(3)} } catch (e) { y = e }`);
  return `let x = [1], y = {}, f = () => x, g = [].map, i = 0, n = []; ${statements.join(" ")} 1`;
}

it("no random script that is taken for inert changes a built-in", async () => {
  let seed = 11;
  const random = (): number => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return seed / 4_294_967_296;
  };
  let ran = 0;
  for (let tried = 0; tried < 20_000 && ran < 150; tried += 1) {
    const code = generate(random);
    const guest = await prepareGuest(code);
    if (guest === undefined || guest.kind === "locked") continue;
    ran += 1;
    const { changes } = await walkGuest(guest);
    expect(changes, code).toEqual([]);
  }
  expect(ran).toBe(150);
}, 60_000);
