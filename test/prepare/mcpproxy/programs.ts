/**
 * Random small programs that call tools as plain functions: in callbacks of built-ins, methods, generators, recursion, optional
 * chains, patterns, defaults beside variables of the same names, getters, proxies, compound assignments. Every one ends, and gives a value that JSON can carry.
 */
import { randomFrom } from "../../support/random.ts";

export function generateSyncProgram(seed: number): string {
  return new Generator(randomFrom(seed)).program();
}

/** As `generateSyncProgram`, with async functions that are called and not waited for. */
export function generateAsyncProgram(seed: number): string {
  return new Generator(randomFrom(seed)).program(1);
}

/** Cases of `#number` that speak of the object. */
const OF_OBJECT: ReadonlySet<number> = new Set([8, 9, 10, 11, 12, 13, 20, 32, 33]);

class Generator {
  readonly #random: () => number;
  #functions = 0;
  #variables: string[] = [];
  #names = 0;
  #fuel = 24;
  /** Functions are made before the object that calls them, and do not call it back: nothing recurs without end. */
  #hasObject = false;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** @param atLeast number of async functions that the program has */
  program(atLeast = 0): string {
    const parts = [
      "let a = 1, b = 2, c = [3, 1, 2];",
      "const n = (v) => (typeof v === 'number' ? v % 100 : v ? 1 : 0);",
    ];
    this.#variables = ["a", "b"];
    const count = 1 + this.#pick(3);
    for (let at = 0; at < count; at += 1) parts.push(this.#function(at));
    parts.push(this.#object());
    this.#hasObject = true;
    const statements = 1 + this.#pick(4);
    for (let at = 0; at < statements; at += 1) parts.push(this.#statement(3));
    for (let at = 0; at < atLeast; at += 1 + this.#pick(2)) parts.push(this.#async(at), this.#statement(2));
    parts.push(`[${this.#number(2)}, a, b, c]`);
    return parts.join("\n");
  }

  #pick(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #one<Item>(items: readonly Item[]): Item {
    return items[this.#pick(items.length)] as Item;
  }

  #fresh(): string {
    this.#names += 1;
    return `v${this.#names}`;
  }

  #within<Result>(names: readonly string[], work: () => Result): Result {
    const outside = this.#variables;
    this.#variables = [...outside, ...names];
    try {
      return work();
    } finally {
      this.#variables = outside;
    }
  }

  #function(at: number): string {
    const x = this.#fresh();
    const y = this.#fresh();
    const body = this.#within([x, y], () => {
      const parts = [this.#statement(2), `return ${this.#number(2)};`];
      // Recursion ends by its argument.
      if (this.#pick(4) === 0) parts.unshift(`if (n(${x}) > 90) return f${at}(${x} - 200);`);
      return parts.join(" ");
    });
    const second = this.#one([
      `${y} = ${this.#within([x], () => this.#number(1))}`,
      `${y} = 5`,
      `${y} = new Set([${x}, 2]).size`,
      `${y} = [...new Map([[1, ${x}]])].length /* , ) */`,
      `{ ${y} = ${this.#within([x], () => this.#number(1))} } = {} // ,\n`,
    ]);
    const text = this.#one([
      `function f${at}(${x}, ${second}) { ${body} }`,
      `const f${at} = (${x}, ${second}) => { ${body} };`,
      `const f${at} = function (${x}, ${second}) { ${body} };`,
      `function f${at}(${x}, ${y}) { var ${x} = ${x} || 3, ${y} = ${y} ?? 4; ${body} }`,
      `function f${at}(${x}) { var ${y} = n(${x}) + 1; ${body} }`,
      `function f${at}(${x}, ${second}, ${y}f = () => a + n(${y})) { ${this.#one(["var", "let", "const"])} a = ${x}; return n(a) + ${y}f(); }`,
      `function f${at}(${x}, ${second}, ${y}f = () => n(${x})) { var ${x} = n(${x}) + 1, b = ${y}; return n(${x}) * ${y}f() + n(b); }`,
      `function f${at}(${x}, ${second}) { return n(inner()) + n(${y}); function inner() { return ${x} } }`,
    ]);
    this.#functions = at + 1;
    return text;
  }

  #object(): string {
    const x = this.#fresh();
    const method = this.#within([x], () => this.#number(2));
    const step = this.#within([x], () => this.#number(1));
    return `const o = { k: ${this.#number(1)}, none: null, list: [2, 1], q: ${this.#one(["null", "undefined", "(z) => n(z)"])},
  m(${x}) { return n(this.k) + n(${method}); },
  p: (${x}) => ${method},
  ${this.#one(["*", "* /* a * */ ", "*\n"])}g(${x} = 2) { let sum = 0; for (let i = 0; i < n(${x}) % 4; i++) sum += n(yield ${step} + i); return sum; },
  *d(${x}) { const got = yield* this.g(${x}); ${this.#one(["", "try { yield* [1, 2] } finally { yield 3 }"])} return [got, ${step}]; },
  get made() { return ${this.#one([`(${x}) => ${step}`, "this.p"])}; },
  deep: { call(${x}) { return ${step}; } } };
const facade = new Proxy(${this.#one(["{}", "o"])}, { get: (t, k) => ${this.#one([`(${x}) => ${step}`, "o[k] ?? o.p"])} });
Object.defineProperties(o, { given: { value: (${x}) => ${step} }, found: { get: () => (${x}) => ${step} } });
const other = { q: (${x}) => ${step} };
class K { constructor(k) { this.k = k; } run(${x}) { return this.k + ${step}; } static make(k) { return new K(n(k)); } static /* * */ *s(${x}) { return yield ${step}; } }
const drive = (it, ...sent) => { const seen = []; for (const one of sent) { const r = one === "!" ? it.return(7) : it.next(one); seen.push(r.done, r.value); } return seen; };`;
  }

  #statement(depth: number): string {
    this.#fuel -= 1;
    const x = this.#fresh();
    const e = () => this.#number(depth - 1);
    if (depth <= 0 || this.#fuel < 0) return `${this.#one(["a", "b"])} = n(${e()});`;
    const inner = () => this.#within([x], () => this.#statement(depth - 1));
    switch (this.#pick(12)) {
      case 0:
        return `if (${e()} > ${e()}) { ${inner().replaceAll(x, "a")} } else { ${e()}; }`;
      case 1:
        return `for (const ${x} of ${this.#array(depth - 1)}) { ${this.#within([x], () => `if (n(${x}) === 2) continue; b += n(${this.#number(1)});`)} }`;
      case 2:
        return `for (let ${x} = 0; ${x} < 3; ${x}++) { ${this.#within([x], () => `if (${this.#number(1)} > 50) break; c.push(n(${this.#number(1)}));`)} }`;
      case 3:
        return `try { ${this.#statement(depth - 1)} if (${e()} > 3) throw new Error("e" + ${e()}); } catch (${x}) { a = n(${x}.message.length); } finally { ${e()}; }`;
      case 4:
        return `switch (n(${e()}) % 3) { case ${e()}: a = 1; break; case n(${e()}): b = 2; default: ${e()}; }`;
      case 5:
        return `{ const { q: ${x}, r: [${x}s = ${e()}] = [${e()}] } = { q: ${e()}, r: [] }; a = n(${x}) + n(${x}s); }`;
      case 6:
        return `{ const [${x}, ...${x}r] = ${this.#array(depth - 1)}; b = n(${x}) + ${x}r.length; }`;
      case 7:
        return `a += n(${e()}); b -= n(${e()});`;
      case 8:
        return `c[n(${e()}) & 1] = n(${e()});`;
      case 9:
        return `{ let ${x} = 2; while (${x}-- > 0) { a ${this.#one(["+=", "-=", "="])} n(${this.#within([x], () => this.#number(1))}); } }`;
      case 10:
        return `outer: for (const ${x} of [1, 2]) for (const ${x}y of ${this.#hasObject ? `o.g(${x})` : "[1, 2]"}) { if (n(${this.#within([x, `${x}y`], () => this.#number(1))}) > 20) ${this.#one(["continue", "break"])} outer; a++; }`;
      default:
        return `${e()};`;
    }
  }

  /** An async function that is called at once, by the script or by `forEach`. */
  #async(at: number): string {
    const x = this.#fresh();
    const body = this.#within([x], () => {
      const section = (): string => `${this.#statement(2)} c.push(n(${this.#number(2)}));`;
      const wait = this.#one(["await null;", `await ${x};`, "await n(0);", "await (async () => 1)();", ""]);
      return `${section()} ${wait} ${this.#one([section(), "", `try { ${section()} } finally { await 1; c.push(${x}); }`])}`;
    });
    return this.#one([
      `(async (${x}) => { ${body} })(${this.#number(1)});`,
      `async function g${at}(${x}) { ${body} } g${at}(1); a = n(${this.#number(1)}); g${at}(2);`,
      `[1, 2].forEach(async (${x}) => { ${body} });`,
      `new Map([[1, 2], [3, 4]]).forEach(async function (${x}) { ${body} });`,
      `const w${at} = { async go(${x}) { ${body} }, start(${x}) { return this.go(${x}) } }; w${at}.start(1); w${at}?.go(2);`,
      `const h${at} = async (${x}) => n(${this.#within([x], () => this.#number(2))}); h${at}(3).then((v) => { c.push(v); });`,
    ]);
  }

  #tool(depth: number): string {
    const value = this.#number(depth - 1);
    return this.#one([
      `call_tool("s", "echo", { value: ${value} }).result`,
      `call_tool("s", "list", { value: n(${value}) }).result.length`,
      `call_tool("s", "echo", { value: { x: ${value} } })?.result?.x`,
      `(call_tool("t", "fail", { value: ${value} }).ok ? 1 : 2)`,
    ]);
  }

  #number(depth: number): string {
    this.#fuel -= 1;
    if (depth <= 0 || this.#fuel < -40) return this.#one([...this.#variables, "1", "2", "7"]);
    const e = () => this.#number(depth - 1);
    const f = () => (this.#functions > 0 ? `f${this.#pick(this.#functions)}` : "n");
    const x = this.#fresh();
    const oneOf = this.#hasObject ? "o.p" : f();
    const pick = this.#pick(34);
    switch (!this.#hasObject && (OF_OBJECT.has(pick) || pick > 25) ? 0 : pick) {
      case 0:
      case 1:
      case 2:
      case 3:
        return this.#tool(depth);
      case 4:
        return `(${e()} ${this.#one(["+", "-", "*", "<", "===", "&&", "||", "??"])} ${e()})`.replace(/\?\?/, "|");
      case 5:
        return `(${e()} ? ${e()} : ${e()})`;
      case 6:
        return `n(${f()}(${e()}))`;
      case 7:
        return `n(${f()}(${e()}, ${e()}))`;
      case 8:
        return `n(o.m(${e()}))`;
      case 9:
        return `n(o?.[${this.#one(["'p'", "'m'"])}](${e()}))`;
      case 10:
        return `n(o.none?.(${e()}))`;
      case 11:
        if (this.#pick(2) === 0)
          return `n(${this.#one(["o", "other"])}${this.#one([".q?.", "?.q?.", "?.['q']?."])}(${e()})${this.#one(["", "?.toFixed?.(1).length"])})`;
        return `n(o?.list?.map((${x}) => ${this.#within([x], e)}).length)`;
      case 12:
        return `n(o.none?.list.map((${x}) => ${this.#within([x], e)})[0].y)`;
      case 13:
        return `n(o?.deep?.call(${e()})?.toFixed?.(0).length)`;
      case 14:
        return `(${this.#one(["a", "b"])} += n(${e()}))`;
      case 15:
        return `\`\${${e()}}-\${${e()}}\`.length`;
      case 16:
        return `(() => { const ${x} = ${e()}; return n(${x}) + ${this.#within([x], e)}; })()`;
      case 17:
        return `n(${this.#array(depth - 1)}.reduce((${x}, ${x}i) => n(${x}) + n(${this.#within([x, `${x}i`], e)}), ${e()}))`;
      case 18:
        return `n(${this.#array(depth - 1)}.${this.#one(["find", "findIndex", "findLast", "some", "every"])}((${x}) => n(${this.#within([x], e)}) > 3))`;
      case 19:
        return `"x1y2".replace(/\\d/g, (${x}) => "<" + n(${this.#within([], e)}) + ">").length`;
      case 20:
        return `n(K.make(${e()}).run(${e()}))`;
      case 21:
        return `n([${this.#one([oneOf, f()])}, (${x}) => ${this.#within([x], e)}].map((${x}f) => n(${x}f(${e()}))).length)`;
      case 22:
        return `n(((${x}f, ${x}) => ${x}f(${x}))(${this.#one([oneOf, f()])}, ${e()}))`;
      case 23:
        return `n(${this.#one([oneOf, f()])}.${this.#one([`call(o, ${e()})`, `apply(o, [${e()}])`, `bind(o)(${e()})`])})`;
      case 26:
        return `drive(${this.#one(["o.d", "o.g", "K.s"])}(${e()}), ${e()}, ${this.#one([e(), '"!"'])}, ${e()}, 1).length`;
      case 27:
        return `n(drive(o.d(${e()}), 1, 2, 3, 4, 5, ${e()}).flat(2).map(n).reduce((p, q) => p + q, 0))`;
      case 28:
        return `n(${this.#one(["(o.m)", "((o.m))", "(o?.m)", "(o['m'])", "(o /* ( */ .m)"])}${this.#one(["?.", "", "/* ( */ ?. /* ( */"])}(${e()}))`;
      case 29:
        return `JSON.stringify([${e()}, ${this.#one([oneOf, f()])}(${e()})]${this.#one(["", ", null, 1"])}).length % 7`;
      case 30:
        return `n((o.none)?.m(${e()}) ?? (o.deep)?.call?.(${e()}))`;
      case 32:
        return `n(${this.#one(["o.made", "o.given", "o.found", "({ ...o }).made", "(o?.made)"])}(${e()}))`;
      case 33:
        return `n(facade.${this.#one(["p", "q", "any", "made"])}(${e()}))`;
      case 31:
        return `[...new Set(o.g(${e()})), ...new Map([[1, ${e()}]]).values()].length`;
      case 24:
        return `n(JSON.parse("[1,2]", (${x}k, ${x}) => typeof ${x} === "number" ? n(${this.#within([x], e)}) : ${x})[0])`;
      default:
        return `n([...${this.#array(depth - 1)}, ${e()}].length)`;
    }
  }

  #array(depth: number): string {
    this.#fuel -= 1;
    if (depth <= 0) return this.#one(["[1, 2, 3]", "c.slice(0, 3)", "[2, , 1]"]);
    const inner = this.#array(depth - 1);
    const x = this.#fresh();
    const e = () => this.#within([x], () => this.#number(depth - 1));
    const pick = this.#pick(10);
    switch (!this.#hasObject && pick >= 5 && pick <= 7 ? 0 : pick) {
      case 0:
        return `${inner}.map((${x}) => ${e()})`;
      case 1:
        return `${inner}.filter((${x}) => n(${e()}) > 1)`;
      case 2:
        return `${inner}.flatMap((${x}) => [${x}, n(${e()})])`;
      case 3:
        return `[...${inner}, 9, ${e().replaceAll(x, "a")}, 4, 6].${this.#one(["sort", "toSorted"])}((${x}, ${x}y) => n(call_tool("s", "echo", { value: ${x} }).result) - n(${x}y))`;
      case 4:
        return `Array.from({ length: 2 }, (_, ${x}) => n(${e()}))`;
      case 5:
        return `[...o.g(${this.#number(depth - 1)})]`;
      case 6:
        return `Array.from(o.g(${this.#number(depth - 1)}), (${x}) => n(${e()}))`;
      case 7:
        return `[...new Set(o.g(${this.#number(depth - 1)}))]`;
      case 8:
        return `call_tools([{ server: "s", tool: "echo", args: { value: ${this.#number(depth - 1)} } }, { server: "t", tool: "fail" }]).map((${x}) => ${x}.ok)`;
      default:
        return `[n(${this.#number(depth - 1)}), n(${this.#number(depth - 1)})]`;
    }
  }
}
