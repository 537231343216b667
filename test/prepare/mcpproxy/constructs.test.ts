/** Every construct of the language that a call of a tool can stand in means what it means with a synchronous `call_tool`. */
import { expect, it } from "vitest";
import { prepareScript } from "../../../worker-loader/prepare/prepare.ts";
import type { Rewrite } from "../../../worker-loader/prepare/rewrite.ts";
import { runAsMeant, runRewritten } from "./in-node.ts";

const T = (value: string): string => `call_tool("s", "echo", { value: ${value} }).result`;

const SCRIPTS: readonly string[] = [
  `call_tool("s","echo",{value:1})`,
  `const r = call_tool("s","echo",{value:1}); r.ok ? r.result + 1 : 0`,
  `[1,2,3].map(id => call_tool("s","echo",{value:id})).filter(r => r.ok).map(r => r.result)`,
  `const f = call_tool; const g = f; g("s","echo",{value:5}).result`,
  `function a(n) { if (n === 0) return []; return [${T("n")}, ...a(n-1)]; } a(4)`,
  `class A { constructor(x){this.x=x} get(){ return ${T("this.x")} } static make(){ return new A(${T("9")}) } } A.make().get()`,
  `let x = 1; function f(){ x = 10; return ${T("5")} } x += f(); x`,
  `const o = { m(){ return ${T("1")} }, k: null }; [o?.m(), o.k?.m(${T("3")}), o?.m().toFixed(2), o?.x?.(${T("4")}), o.k?.x.y(${T("4")}).z]`,
  "const t = `a${" + T("1") + "}b${" + T("2") + "}`; t",
  `const {ok, result: [a, b]} = call_tool("s","list",{value:2}); ok && a + b`,
  `function* g(){ yield ${T("1")}; yield* h(); } function* h(){ yield ${T("2")}; } [...g()]`,
  `function* g(){ for (const i of [1,2,3,4]) yield ${T("i")}; } let s=0; for (const v of g()) { if (v>2) break; s+=v } const [p,q]=g(); [s,p,q, Array.from(g(), x => x*2), new Set(g()).size, g().next()]`,
  `[3,1,2].sort((a,b) => ${T("a")} - ${T("b")})`,
  `[1,2,3].reduce((a,x) => a + ${T("x")}, 0)`,
  `"abc".replace(/[ab]/g, m => ${T("m+m")})`,
  `JSON.parse('{"a":[1,2]}', (k,v) => typeof v === "number" ? ${T("v*2")} : v)`,
  `function f(a, b = ${T("a")}) { return [a,b,arguments.length] } [f(1), f(1,2)]`,
  `const api = { list() { return ["a","b"].map(x => this.get(x)) }, get(x) { return ${T("x")} } }; api.list()`,
  `const make = s => (t,a) => call_tool(s,t,a); const gh = make("gh"); gh("echo",{value:3})`,
  `call_tool.call(null,"s","echo",{value:1}).result + call_tool.apply(null,["s","echo",{value:2}]).result + call_tool.bind(null,"s","echo")({value:3}).result`,
  `const hs = {a(){ return ${T("1")} }, b: () => 2}; Object.keys(hs).map(k => hs[k]())`,
  `Object.entries({a: () => ${T("1")}}).map(([k,f]) => k + f())`,
  `(function(){ var x = ${T("1")}; if (x) return x + 1; })()`,
  `(() => ({a: ${T("1")}}))()`,
  `function f(x){ var x = x || 5; return ${T("x")} } f()`,
  `if (true) { [1,2].map(x => ${T("x")}) }`,
  `const tasks = [() => ${T("1")}, () => ${T("2")}]; tasks.map(t => t())`,
  `const m = new Map([["a", () => ${T("1")}]]); m.get("a")()`,
  `const a = 1
call_tool("s","echo",{value:a}).result`,
  `class B { run(){ return ${T("1")} } } class C extends B { run(){ return super.run() + 1 } } new C().run()`,
  `class D { #p(){ return ${T("1")} } q = () => this.#p(); } new D().q()`,
  `undeclared = ${T("7")}; undeclared + 1`,
  `try { const r = call_tool("s","fail",{}); if (!r.ok) throw new Error(r.error.code) } catch (e) { e.message } finally { ${T("1")} }`,
  `const tag = (s, ...v) => ${T("s[0]+v[0]")}; tag\`x\${${T("1")}}y\``,
  `const xs=[1,2,3]; xs.forEach((x,i,a) => { if (i===0) a.push(9); ${T("x")} }); xs`,
  `[,1,,2].map(x => ${T("x")}).length`,
  `const it = {*[Symbol.iterator](){ yield ${T("1")}; yield 2 }}; [...it]`,
  `const it = {[Symbol.iterator](){ let n=0; return { next(){ n++; return n<3 ? {value:${T("n")},done:false} : {done:true} } } }}; const out=[]; for (const x of it) out.push(x); out`,
  `const compose = (...fs) => x => fs.reduce((a,f) => f(a), x); compose(x => ${T("x+1")}, x => x*2)(3)`,
  `function outer(cb) { return cb(1) } outer(x => ${T("x")})`,
  `const {get} = { get: () => ${T("1")} }; get()`,
  `let i = 0; const o = {}; o[i++] = ${T("i")}; o[i++] += ${T("1")}; [o, i]`,
  `label: for (const a of [1,2]) { for (const b of [1,2]) { if (${T("b")} === 2) continue label; } } 5`,
  `switch (${T("2")}) { case ${T("1")}: "one"; break; case ${T("2")}: "two"; break; default: "none" }`,
  `const fs = []; for (let i=0;i<3;i++) fs.push(() => ${T("i")}); fs.map(f => f())`,
  `[..."ab"].flatMap(c => [c, ${T("c")}])`,
  `[1,2,3,4].some(x => ${T("x")} > 2) && [1,2].every(x => ${T("x")})`,
  `notDefined.foo(call_tool("s","echo",{}))`,
  `null.map(x => ${T("x")})`,

  `const o = { async a() { return ${T("1")} } }; o.a() instanceof Promise`,
  `class A { static create = () => ${T("1")} } A.create()`,
  `class A { f = (x) => ${T("x")}; go() { return [1,2].map(this.f) } } new A().go()`,
  `function C(){ this.x = 1 } C.prototype.get = function() { return ${T("this.x")} }; new C().get()`,
  `const [a, b = ${T("2")}] = [1]; a + b`,
  `const {a = ${T("2")}, ...r} = {b: 1}; [a, r]`,
  `for (const {x = ${T("3")}} of [{}, {x: 1}]) { x } `,
  `for (var k in {a:1,b:2}) { ${T("k")} }`,
  `var r; r ??= ${T("1")}; r ||= ${T("2")}; r &&= ${T("3")}; r`,
  `const f = function fact(n) { return n <= 1 ? ${T("1")} : n * fact(n - 1) }; f(5)`,
  `[3,1,2].map((x, i, arr) => arr.length + ${T("x")}).sort()`,
  `"a-b".split("-").map(s => ${T("s")}).join()`,
  `const p = { then: 5 }; (() => { ${T("1")}; return p })().then`,
  `let s = ""; for (const [k, v] of Object.entries({a:1,b:2})) { s += k + ${T("v")} } s`,
  `const memo = {}; const get = id => memo[id] ?? (memo[id] = ${T("id")}); get(1) + get(1) + get(2)`,
  `(function(){ return [].slice.call(arguments).map(x => ${T("x")}) })(1,2)`,
  `const pipe = [x => ${T("x+1")}, x => x * 2]; pipe.reduce((v, f) => f(v), 1)`,
  `const o = {f(){ return ${T("1")} }}; const {f: g} = o; g()`,
  `const m = "f"; const o = {[m]: () => ${T("1")}, ["g" + 1]: () => ${T("2")}}; o.f() + o.g1() + o["g" + 1]()`,
  `Object.assign({}, {f: () => ${T("1")}}).f()`,
  `Object.fromEntries([["f", () => ${T("1")}]]).f()`,
  `const e = new (class extends Array { sum() { return this.reduce((a, x) => a + ${T("x")}, 0) } })(); e.push(1,2); e.sum()`,
  `[1,2].map(async x => x).length + ${T("1")}`,
  `do { var z = ${T("1")} } while (z < 1); z`,
  `throw_ = () => { throw ${T("'boom'")} }; try { throw_() } catch (e) { e }`,
  `const gen = (function*(){ const got = yield 1; return ${T("got")} })(); gen.next(); gen.next(5)`,
  `function* g(){ try { yield ${T("1")} } catch (e) { yield e + ${T("1")} } } const it = g(); [it.next().value, it.throw("x").value, it.return(7)]`,
  `const w = new WeakMap(); const k = {}; w.set(k, () => ${T("1")}); w.get(k)()`,
  `let c = 0; const o = { get v() { return ++c } }; [o.v, ${T("o.v")}, o.v]`,
  `label: { if (${T("1")}) break label; 5 } 7`,
  `const a = [1,2,3]; delete a[${T("1")}]; a`,
  `typeof ${T("1")} + void ${T("2")}`,
  `const x = (${T("1")}, ${T("2")}); x`,
  `!${T("0")} && -${T("3")}`,
  `new Date(${T("0")}).getTime()`,
  `new Map([[1, ${T("2")}]]).get(1)`,
  `[..."ab"].entries().map(([i, c]) => i + c).toArray().map(x => ${T("x")})`,
  `\`\${[1].map(x => \`\${${T("x")}}\`)}\``,
  `const f = (...args) => call_tool(...args); f("s", "echo", {value: 1}).result`,
  `const curry = f => a => b => f(a, b); curry((a, b) => ${T("a + b")})(1)(2)`,
  `const wrap = fn => (...a) => { try { return fn(...a) } catch (e) { return e.message } }; wrap(x => { ${T("x")}; throw new Error("z") })(1)`,
  `const debounce = {queue: [], add(f) { this.queue.push(f); return this }, run() { return this.queue.map(f => f()) }}; debounce.add(() => ${T("1")}).add(() => 2).run()`,
  `var self = this; typeof ${T("1")}`,
  `x => 1; ${T("1")}`,
  `const r = [1,2,3].find(x => ${T("x")} === 2) ?? "none"; r`,
  `if (${T("0")}) 1; else if (${T("1")}) 2; else 3`,
  `const a = 1\nconst b = a\n;[1].forEach(x => ${T("x")})\n`,
  `const f = () => { return (\n ${T("1")}\n) }\nf()`,
  `function f() {\n return ${T("1")} // c\n}\nf()`,
  `const f = x => ( /* c */ ${T("x")} ); f(1)`,
  `const f = ({a, b = ${T("2")}}, [c] = [${T("3")}],) => a + b + c; f({a: 1})`,
  `call_tool?.("s","echo",{value:1})?.result`,
  `(call_tool)("s","echo",{value:1}).result`,
  `const ns = { call_tool }; ns.call_tool("s","echo",{value:1}).result; ns["call_tool"]("s","echo",{value:2}).result`,
  `const s = new Set([1,2]); [...s].map(x => ${T("x")}); s.forEach(x => { ${T("x")} }); s.size`,
  `a: for (var i = 0; i < 3; i++) { for (;;) { if (${T("i")} < 2) continue a; break a } } i`,
  `let t = 0; for (let i = 0, n = ${T("3")}; i < n; i += ${T("1")}) t += i; t`,
  `var v = 1; { let v = ${T("2")}; v } v`,
  `parseInt("12", ${T("10")})`,

  // Delegation hands on what is sent, thrown and returned, and the value at the end.
  `function* inner() { yield ${T("1")}; return 2 } function* outer() { const n = yield* inner(); yield "total " + n } [...outer()]`,
  `function* inner() { const got = yield ${T("1")}; return got + "!" } function* outer() { return yield* inner() } const i = outer(); [i.next("lost"), i.next("sent")]`,
  `function* inner() { try { yield ${T("1")} } catch (e) { yield "caught " + e } } function* outer() { yield* inner() } const i = outer(); [i.next(), i.throw("x"), i.next()]`,
  `function* inner() { try { yield ${T("1")} } finally { ${T("'left'")} } } function* outer() { try { yield* inner() } finally { ${T("'out'")} } } const i = outer(); [i.next(), i.return(7), i.next()]`,
  `function* inner() { try { yield 1 } finally { yield ${T("2")} } } function* outer() { yield* inner() } const i = outer(); [i.next(), i.return(7), i.next(), i.next()]`,
  `const list = { [Symbol.iterator]: () => ({ next: (v) => ({ done: false, value: ${T("String(v)")} }) }) }; function* outer() { yield* list } const i = outer(); const r = [i.next("a").value, i.next("b").value]; try { i.throw("x") } catch (e) { r.push(e.name) } r`,
  `const list = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: ${T("1")} }), return: (v) => ({ done: true, value: [v] }) }) }; function* outer() { yield* list } const i = outer(); i.next(); i.return(5)`,
  `function* outer() { const r = yield* [1, ${T("2")}]; yield r === undefined } [...outer()]`,
  // A default that goes through a collection, beside a generator that waits.
  `function* g() { yield ${T("1")} } const f = (a = new Set([1, 2])) => a.size; [...g()].length + f()`,
  `function* g() { yield ${T("1")} } function f({ m = new Map([[1, 2]]) } = {}) { return m.size } [...g()].length + f()`,
  // Comments where a mark is looked for.
  `const o = { * /* pages * */ g() { yield ${T("1")} } }; [...o.g()]`,
  `const o = { /* * */ * [/* * */ "g"]() { yield ${T("1")} } }; [...o.g()]`,
  `class A { static /* * */ * g() { yield ${T("1")} } * /* * */ "h"() { yield ${T("2")} } static *static() { yield ${T("3")} } } [...A.g(), ...new A().h(), ...A.static()]`,
  `const o = { f: () => ${T("1")} }; o.f?./* (maybe) */()`,
  `const o = { f: () => ${T("1")} }; o.f /* ?.( */ ?. // (\n (/* ( */)`,
  `const f = (a = ${T("1")} /* , */ // ,\n , b = 2) => a + b; f()`,
  `const f = (a = ${T("1")} /* , */ // ,\n ) => a; f()`,
  // Parentheses around a method do not take its object away.
  `const o = { w() { return [this === o, ${T("1")}] } }; [(o.w)?.(), o.w?.(), (o.w)(), ((o.w))?.(), (o["w"])?.(), (/* ( */ o.w /* ) */)?.()]`,
  `const o = { w() { return [this === o, ${T("1")}] } }; [(o?.w)(), (o?.w)?.(), (o?.["w"])()]`,
  `const o = { p: { w() { return [this === o.p, ${T("1")}] } } }; [(o?.p.w)?.(), (o.p?.w)?.()?.[0], (o.none?.w)?.() === undefined]`,
  `const o = { w() { return ${T("1")} } }; (o.w)?.()?.toFixed(2)`,
  // What is written is no function, whatever functions called for it.
  `const jobs = [() => ${T("1")}]; const out = jobs.map((j) => j()); JSON.stringify(out)`,
  `const jobs = [() => ${T("1")}]; JSON.stringify({ out: jobs.map((j) => j()) }, null, 2)`,
  `(() => { const undefined = 7; const o = { k: null, f: () => ${T("1")} }; return [o.k?.x(${T("2")}) === void 0, o?.f()] })()`,
  // Defaults of parameters see what is outside of the function and the parameters before them, never what the body declares.
  `function pick(){ return 1 } function f(a = call_tool("s","echo",{value: pick()}).result) { return [a, pick()]; function pick(){ return 3 } } f()`,
  `var draft={id:1}; function f(r=${T("draft.id")}){ var draft={id:3}; return [r,draft.id] } f()`,
  `var id=2; const f=({r=${T("id")}}={})=>{ var id=1; return [r,id] }; f()`,
  `function f(a=${T("1")}, g=()=>a){ var a='body'; return [a,g()] } f()`,
  `function f(a=${T("1")}, g=()=>a){ var a; const b = a; a = 2; return [a,b,g()] } f()`,
  `var x='outer'; function f(a=${T("1")}, b=()=>x){ var x='inner'; return [a,b(),x] } f()`,
  `const tag='ops'; const o={ list(n = ${T("tag")}){ const tag='x'; return [n,tag] } }; o.list()`,
  `try { (function f(a=b, b=${T("1")}){ return [a,b] })() } catch(e) { e.name }`,
  `function f(a=${T("1")}, b=a+1, ...c){ if (a > 1) return [a]; for (const d of c) { var a2 = d } return [a,b,c,a2,arguments.length] } [f(), f(5), f(1,2,3)]`,
  `class P { constructor(x){ this.x=x } m(a=${T("this.x")}, b=() => this.x + a){ let x = 'own'; return [b(), x] } static s(a=${T("4")}){ function a2(){ return a } return a2() } } [new P(2).m(), P.s()]`,
  `function f(n, a=${T("n")}){ function g(){ return n } var n = n + 1; return [a, n, g()] } f(1)`,
  `const f = (a=${T("1")}, b=${T("a+1")}) => { try { return a + b } finally { var a = 9 } }; f()`,
  `function f(a=${T("1")}){ function a(){ return 2 } return typeof a } f()`,
  // Functions that a getter, a trap of a proxy or a descriptor brings.
  `const p=new Proxy({}, {get:(t,k)=>(a)=>call_tool('s',k,a)}); p.echo({value:1}).result`,
  `const servers=new Proxy({}, {get:(_,s)=>new Proxy({}, {get:(_,t)=>a=>call_tool(s,t,a||{}).result})}); servers.s.echo({value:"up"}).toUpperCase()`,
  `const h={ get(t,k){ return (a) => call_tool('s',k,{value:a}).result } }; const p=new Proxy({}, h); const f=p.echo; [p['ec'+'ho'](1), f(2)]`,
  `const { proxy } = Proxy.revocable({}, { get: (t, k) => (a) => call_tool('s', k, { value: a }).result }); proxy.echo(1) + 1`,
  `const p=new Proxy({ m: (x) => ${T("x")} }, { get: (t, k, r) => Reflect.get(t, k, r) }); p.m(2) + 1`,
  `const p=new Proxy({ m(x) { return ${T("x")} } }, { get(t, k) { const v = t[k]; return (...a) => v.apply(t, a) } }); p.m(2) + 1`,
  `const o={get m(){ return i=>${T("i")} }}; o.m(1) + 1`,
  `class Api{ #t=(i)=>${T("i")}; get t(){ return this.#t } static get make(){ return () => new Api() } } Api.make().t(1) + 1`,
  `class Base { get t(){ return (i)=>${T("i")} } } class Sub extends Base {} const { t } = new Sub(); [new Sub().t(1) + 1, t(2) + 1]`,
  `const o={get ['m'+1](){ return i=>${T("i")} }}; o.m1(1) + 1`,
  `const o={get m(){ return i=>${T("i")} }}; const c = { ...o }, d = Object.assign({}, o); c.m(1) + d.m(2)`,
  `const o=Object.defineProperties({}, {m:{value:i=>${T("i")}}, n:{get(){ return i=>${T("i")} }}}); o.m(1) + o.n(2)`,
  `const o=Object.create({ b: i=>${T("i")} }, {m:{value:i=>${T("i")}}}); o.m(1) + o.b(2)`,
  `const o={}; Object.defineProperty(o,'m',{get:()=>i=>${T("i")}}); Reflect.defineProperty(o,'n',{value:i=>${T("i")}}); o.m(1) + o.n(2)`,
  `const o={}; o.__defineGetter__('m', () => i=>${T("i")}); o.m(1) + 1`,
  `const make=(i)=>${T("i")}; const o={get m(){ return make.bind(null, 3) }}; o.m() + 1`,
  // Functions that are inside of one another more often than the stack has room for.
  `function f(n){ return n === 0 ? ${T("0")} : f(n-1) + 1 } f(1500)`,
  `const o={ f(n){ return n === 0 ? ${T("0")} : [n].reduce((a, x) => a + this.f(x-1), 1) } }; o.f(1200)`,
  `class A { #f(n){ return n === 0 ? ${T("0")} : this.#f(n-1) + 1 } f(n){ return this.#f(n) } } new A().f(3000)`,
  `function* g(n){ if (n > 0) yield* g(n-1); else yield* [${T("1")}, ${T("2")}] } [...g(1500)]`,
  `function f(n, m = n === 0 ? ${T("0")} : f(n-1)){ return m + 1 } f(1500)`,
];

/** What only sloppy code may say. */
const SLOPPY: readonly string[] = [
  `function f() { return 1 } function f() { return ${T("2")} } f()`,
  `var f = 1; function f() { return ${T("2")} } typeof f + ${T("3")}`,
  `function f() { return ${T("2")} } var f; var f; f()`,
  `function g() { function h() { return 1 } function h() { return ${T("4")} } return h() } g()`,
  `var x = 017 + 09 + 0; x + ${T("010")}`,
  `"\\101\\0\\8" + ${T("'\\7'")}`,
  `function last(a, b, a) { return [a, b, arguments.length, ${T("a")}] } last(1, 2, 3)`,
  `var interface = { package: ${T("1")}, static: 2 }; var { static, package: yield = 3 } = interface; [interface.package, static, yield, { static }]`,
  `var let = ${T("5")}; let + 1`,
  `var public = 1; function private(protected) { return protected + public } private(${T("1")})`,
  `var gone = 1; [delete gone, gone, ${T("1")}]`,
  `var a = String\nvar b = a\ndelete a\n;[typeof b, ${T("1")}]`,
  `var a = 1, b = []; [typeof delete(a)in b, ${T("1")}]`,
  `implicit = ${T("1")}; function set() { other = implicit + 1 } set(); [implicit, other]`,
  `function total(items) { var i, t = 0; for (i = 0; i < items.length; i++) t += items[i]; return t } out = []; for (i = 0; i < 3; i++) out.push(${T("i")}); [total(out), i]`,
  `names = ["a", "b"]; out = names.map(function (item) { return ${T("item")} }); item = out[0]; { let out = 5; out = 6 } [names, out, item]`,
  `process = ${T("1")}; navigator = process + 1; URL = [process, navigator]; URL`,
  `try { throw 1 } catch (e) { e = 2 } e = ${T("3")}; for (const k of [1]) { let k = 2; k = 3 } k = e; (class A { m() { A; k = 4 } }).prototype.m(); [e, k]`,
  `switch (1) { case 1: let s = 1; s = 2 } s = ${T("5")}; (function f(p) { p = 1; arguments[0] })(); p = f = s; [s, p, f]`,
  `named: function f() { return ${T("6")} } f()`,
  `if (${T("1")}) function inside() { return 1 } typeof ${T("2")}`,
  `<!-- a comment\n${T("1")}\n--> another`,
  `var o = { a: 1, a: ${T("2")} }; o.a`,
  `for (var i = 0; i < 2; i++) var i = i; i + ${T("1")}`,
  `var arguments_ = (function () { return arguments.length })(1, ${T("2")}); arguments_`,
];

it.each(SLOPPY)("sloppy code: %s", async (code) => {
  const { ended, calls } = await runRewritten(code);
  expect({ ended, calls }).toEqual(await runAsMeant(code));
});

it("code that strict code cannot say is refused with a message", async () => {
  const { ended } = await runRewritten(`with ({}) ${T("1")}`);
  expect(ended).toEqual({ refused: expect.stringContaining("The with statement is not allowed") });
});

it.each(SCRIPTS)("%s", async (code) => {
  const { ended, calls } = await runRewritten(code);
  expect({ ended, calls }).toEqual(await runAsMeant(code));
});

it("a rewriting that makes a text which does not parse is an error of the script, with its place", async () => {
  const broken: Rewrite = {
    name: "broken",
    rewrite: ({ code }) => ({ ok: true, code: code.replace("two", "}"), locate: (place) => place }),
  };
  const prepared = await prepareScript(
    "one();\n  two();",
    "javascript",
    () => Promise.reject(new Error()),
    [],
    [broken],
  );
  expect(prepared).toMatchObject({ ok: false, error: { code: "SYNTAX_ERROR", line: 2, column: 3 } });
});

const E = (value: string): string => `call_tool("s", "echo", { value: ${value} }).result`;
const ASYNC = [
  `let total = 0; [1, 2, 3].forEach(async (i) => { total += ${E("i")}; }); total`,
  `let total = 0; [1, 2, 3].forEach(async (i) => { total += ${E("i")}; await null; total += 100; }); total`,
  `const log = []; ["a", "b"].forEach(async function (x) { const r = ${E("x")}; log.push(r); }); ({ log })`,
  `const r = { s: 0 }; async function run() { r.s = ${E("1")}; } run(); if (r.s) r.t = "seen"; r`,
  `const log = []; async function a(x) { log.push("a" + x); const y = ${E("x")}; log.push("b" + y); await null; log.push("c" + x); log.push("d" + ${E("x + 10")}); } function start(x) { const p = a(x); log.push("started" + x); return p } start(1); start(2); log.push("end"); log`,
  `const log = []; const o = { async m(x) { const y = ${E("x")}; log.push(y); return await this.n(y) }, async n(x) { log.push("n" + ${E("x")}); return x } }; o.m(1).then((v) => log.push("then" + v)); o?.m(2); log.push("end"); log`,
  `const log = []; new Map([[1, 2], [3, 4]]).forEach(async (v, k) => { log.push(${E("v * 10 + k")}); await null; log.push("later"); }); log.push("end"); log`,
  `const log = []; function each(xs, f) { for (const x of xs) f(x) } each([1, 2], async (x) => { log.push(${E("x")}); }); log.push("end"); log`,
  `const log = []; async function f() { throw new Error(${E("1")}) } f().catch((e) => log.push(e.message)); log.push("end"); log`,
  `const log = []; async function f(n) { if (n > 3) return 0; log.push(${E("n")}); return 1 + (await f(n + 1)) } f(0).then((v) => log.push("v" + v)); log.push("end"); log`,
  `const log = []; const xs = [1, 2].map(async (x) => ${E("x")}); log.push(xs.length); xs[0].then((v) => log.push(v)); log`,
  `const log = []; (async () => { log.push(${E("1")}); for await (const x of [1, 2]) log.push(x + ${E("x")}); })(); log.push("end"); log`,
  `const log = []; class K { async run() { this.v = ${E("5")}; await null; log.push("w" + this.v) } static async s(x) { log.push(${E("x")}) } } const k = new K(); k.run(); K.s(2); log.push(k.v); log`,
  `const log = []; const f = async (x) => ({ v: ${E("x")} }); f(1).then(({ v }) => log.push(v)); log.push("end"); log`,
  `const log = []; async function w() { const r = await (async () => ${E("1")})(); log.push(r) } w(); log.push("end"); log`,
  `const log = []; async function f() { const x = 1; function inner() { return x + ${E("1")} } log.push(inner()); try { await Promise.reject(new Error("e")) } catch (e) { log.push(e.message) } finally { log.push(${E("9")}) } } f(); log.push("end"); log`,
  `const log = []; async function f() { outer: for (let i = 0; i < 3; i++) { for (;;) { if (i === 1) continue outer; log.push(${E("i")}); break } await 0; log.push("after" + i) } } f(); f(); log.push("end"); log`,
  `const log = []; async function f(a) { log.push(arguments.length + ${E("a")}) } f(1, 2); log.push("end"); log`,
  `let n = 0; async function f() { n += ${E("1")}; return n } const p = f(); const m = n; ({ m, isPromise: typeof p.then })`,
  `const out = {}; async function main() { const v = await call_tool("s", "echo", { value: 1 }); out.v = v.result; await null; out.w = (await call_tool("s", "echo", { value: 2 })).result } main(); out`,
  `const o = {}; Promise.resolve(call_tool("s", "echo", { value: 1 })).then((r) => { o.v = r.result }); o`,
];

it.each(ASYNC)("async functions that are not waited for: %s", async (code) => {
  const { ended, calls } = await runRewritten(code);
  expect({ ended, calls }).toEqual(await runAsMeant(code));
});

it("async functions without end reject like any others", async () => {
  const code = `const log = []; async function f(n) { return n < 0 ? ${E("n")} : f(n + 1) } f(0).catch((e) => log.push(e.name)); log`;
  const { ended, calls } = await runRewritten(code);
  expect({ ended, calls }).toEqual({ ended: { value: '["RangeError"]' }, calls: [] });
});
