/**
 * Random programs of the whole language, without tools: loops of every form with jumps, labels and comments in their heads, closures over
 * their bindings, functions of every form with defaults and patterns, classes with fields and static blocks, generators, async
 * functions, try and finally, destructuring, templates. Every one ends, and its last statement is its value, which JSON can carry.
 */
import { Random } from "../../support/random.ts";

export function plainProgram(seed: number): { readonly statements: string; readonly value: string } {
  const program = new PlainProgram(new Random(seed));
  return { statements: program.statements(), value: "[a, b, c, log, o.k, fs.map((f) => n(f())), T.total]" };
}

const HEAD = `let a = 1, b = 2; const c = [3, 1, 2], log = [], fs = [];
const n = (v) => typeof v === "number" ? (Number.isFinite(v) ? Math.trunc(v) % 1000 : 7) : typeof v === "string" ? v.length : v ? 1 : 0;
const say = (v) => { if (log.length < 200) log.push(n(v)); return v };
const o = { k: 1, m(x) { return n(x) + n(this.k) }, get g() { return say(this.k) }, set s(v) { this.k = n(v) }, list: [1, [2, 3]], none: null };
class T { static total = 0; #p = 1; q = say(2); static { T.total += 1 } constructor(x = say(3)) { this.x = n(x); this.#p = n(x) + 1 } get p() { return this.#p } static make(...xs) { T.total++; return new T(xs[0]) } *[Symbol.iterator]() { yield this.x; yield this.#p } }
class U extends T { y = this.x + 1; constructor(x) { super(n(x) + 1); } get p() { return super.p * 2 } }
const tag = (texts, ...values) => texts.raw.join("|").length + values.length;`;

/** What may stand between two tokens. */
const BLANKS = ["", "", "", " ", " /* ; ) ( */ ", " // ) ;\n ", "\n"];

class PlainProgram {
  readonly #random: Random;
  #names = 0;
  #functions: string[] = [];
  #generators: string[] = [];
  #variables = ["a", "b"];
  #labels: { readonly name: string; readonly isLoop: boolean }[] = [];
  #inLoop = false;
  #inSwitch = false;
  #inFunction = false;
  #inAsync = true;
  #fuel = 60;

  constructor(random: Random) {
    this.#random = random;
  }

  statements(): string {
    const parts = [HEAD];
    for (let at = this.#random.below(4); at > 0; at -= 1) parts.push(this.#function());
    for (let at = 1 + this.#random.below(5); at > 0; at -= 1) parts.push(this.#statement(3));
    return parts.join(this.#random.chance(0.5) ? "\n" : " ");
  }

  #fresh(stem = "v"): string {
    this.#names += 1;
    return `${stem}${this.#names}`;
  }

  #blank(): string {
    return this.#random.pick(BLANKS);
  }

  #in<T>(names: readonly string[], work: () => T): T {
    const outside = this.#variables;
    this.#variables = [...outside, ...names];
    try {
      return work();
    } finally {
      this.#variables = outside;
    }
  }

  /** Jumps of the statements around do not reach into a function. */
  #asFunction<T>(isAsync: boolean, work: () => T): T {
    const labels = this.#labels;
    const flags = [this.#inLoop, this.#inSwitch, this.#inFunction, this.#inAsync] as const;
    this.#labels = [];
    [this.#inLoop, this.#inSwitch, this.#inFunction, this.#inAsync] = [false, false, true, isAsync];
    try {
      return work();
    } finally {
      this.#labels = labels;
      [this.#inLoop, this.#inSwitch, this.#inFunction, this.#inAsync] = flags;
    }
  }

  #function(): string {
    const name = this.#fresh("f");
    const [x, y] = [this.#fresh(), this.#fresh()];
    const second = this.#random.pick([
      y,
      `${y} = ${this.#in([x], () => this.#number(1))}`,
      `[${y} = ${this.#number(1)}] = []`,
      `{ ${y} = ${this.#number(1)}, ...rest } = { k: ${this.#number(1)} }`,
      `{ ["${y}"]: ${y} = 4 } = {}`,
      `...[${y} = 3]`,
    ]);
    const body = this.#asFunction(false, () =>
      this.#in([x, y], () => `${this.#statement(2)} return ${this.#number(2)};`),
    );
    const [form, made] = this.#random.pick<readonly [string, "plain" | "generator"]>([
      [`function ${name}(${x}, ${second}) { ${body} }`, "plain"],
      [`const ${name} = (${x}, ${second}) => { ${body} };`, "plain"],
      [`const ${name} = (${x}, ${second}) => (${this.#in([x, y], () => this.#number(2))});`, "plain"],
      [
        `const ${name} = function self(${x}, ${second}) { if (arguments.length > 9) return self(1); ${body} };`,
        "plain",
      ],
      [`const { ${name} } = { ${name}(${x}, ${second}) { ${body} } };`, "plain"],
      [`const ${name} = ((${x}, ${second}) => { ${body} }).bind(null, 1);`, "plain"],
      [
        `function* ${name}(${x}, ${second}) { const got = yield n(${x}); say(got); ${this.#random.pick(["", "yield* [1, 2];"])} ${body} }`,
        "generator",
      ],
    ]);
    (made === "plain" ? this.#functions : this.#generators).push(name);
    return form;
  }

  #loop(depth: number, isLoop = true): string {
    const outside = [this.#inLoop, this.#inSwitch] as const;
    [this.#inLoop, this.#inSwitch] = [isLoop, !isLoop];
    try {
      return this.#body(depth);
    } finally {
      [this.#inLoop, this.#inSwitch] = outside;
    }
  }

  #body(depth: number): string {
    return this.#random.chance(0.7) ? `{ ${this.#statement(depth - 1)} ${this.#jump()} }` : this.#statement(depth - 1);
  }

  #jump(): string {
    const condition = `if (${this.#number(1)} > ${this.#random.below(9)}) `;
    const labels = this.#labels.map(({ name }) => `break ${name};`);
    const loops = this.#labels.filter(({ isLoop }) => isLoop).map(({ name }) => `continue ${name};`);
    const jumps = [
      ...(this.#inLoop ? ["break;", "continue;"] : []),
      ...(this.#inSwitch ? ["break;"] : []),
      ...labels,
      ...loops,
      ...(this.#inFunction ? [`return ${this.#number(1)};`] : []),
    ];
    return jumps.length > 0 && this.#random.chance(0.5) ? condition + this.#random.pick(jumps) : "";
  }

  #statement(depth: number): string {
    this.#fuel -= 1;
    const x = this.#fresh();
    const e = (): string => this.#number(depth - 1);
    if (depth <= 0 || this.#fuel < 0) return `${this.#random.pick(["a", "b"])} = n(${e()});`;
    switch (this.#random.below(17)) {
      case 0:
        return `if (${e()} > ${e()}) ${this.#body(depth)} else ${this.#body(depth)}`;
      case 1:
      case 2:
        return this.#for(depth);
      case 3: {
        const count = this.#count();
        return `{ let ${x} = 0; while${this.#blank()}(${this.#blank()}${x}++ < ${count}${this.#blank()})${this.#blank()} ${this.#heavy(count, depth)} }`;
      }
      case 4: {
        const count = this.#count();
        return `{ let ${x} = 0; do ${this.#heavy(count, depth)} while${this.#blank()}(${this.#blank()}++${x} < ${count})${this.#random.pick([";", "\n"])} }`;
      }
      case 5:
        return `for (const ${x} of ${this.#array(depth - 1)}) ${this.#in([x], () => this.#loop(depth))}`;
      case 6:
        return `for (const [${x} = ${e()}, ...${x}r] of [${this.#array(1)}, [], [${e()}]]) ${this.#in([x, `${x}r.length`], () => this.#loop(depth))}`;
      case 7:
        return `for (const ${x} in ${this.#random.pick(["{ p: 1, q: 2 }", "c", "[1, , 3]"])}) ${this.#in([x], () => this.#loop(depth))}`;
      case 8: {
        this.#labels.push({ name: x, isLoop: true });
        const loop = this.#random.chance(0.7)
          ? this.#for(depth)
          : `for (const ${x}i of [1, 2, 3]) ${this.#loop(depth)}`;
        this.#labels.pop();
        return `${x}: ${loop}`;
      }
      case 9: {
        this.#labels.push({ name: x, isLoop: false });
        const block = `{ ${this.#statement(depth - 1)} ${this.#jump()} ${this.#statement(depth - 1)} }`;
        this.#labels.pop();
        return `${x}: ${block}`;
      }
      case 10:
        return `switch (n(${e()}) % 3) { case ${e()}: ${this.#loopOutside(depth)} case 1: ${this.#loopOutside(depth)} ${this.#random.pick(["break;", ""])} default: ${this.#loopOutside(depth)} }`;
      case 11:
        return `try { ${this.#statement(depth - 1)} ${this.#random.pick(["", "throw new Error(`e${a}`);", "null.x;"])} ${this.#jump()} } catch (${x}) { say(${x}.message.length > 3); ${this.#statement(depth - 1)} } finally { ${this.#statement(depth - 1)} }`;
      case 12:
        return `{ const { q: ${x}, r: [${x}s = ${e()}] = [${e()}], ...${x}t } = { q: ${e()}, z: 1 }; let ${x}u; [${x}u = 2, a] = [undefined, n(${x}) + n(${x}s)]; b = n(${x}u) + n(${x}t.z); }`;
      case 13:
        // Each closure sees the binding of its own iteration.
        return `for (let ${x} = 0, ${x}n = 3; ${x} < ${x}n; ${x}++) { if (fs.length < 9) fs.push(() => ${x} * 10 + a); ${this.#in([x], () => this.#loop(depth))} }`;
      case 14:
        return this.#inAsync && !this.#inFunction
          ? `{ const ${x} = (async (y = say(1)) => { say(y); await null; say(2); return ${e()} })(); say(4); Promise.resolve().then(() => say(5)); a = n(await ${x}); for await (const y of [Promise.resolve(1), 2]) say(y); }`
          : `say(${e()});`;
      case 15:
        return `{ class ${x} extends ${this.#random.pick(["T", "U", "Object"])} { f = ${e()}; static h = ${e()}; [\`k\${${this.#random.below(3)}}\`] = say(${e()}); #z = ${e()}; z() { return n(this.#z) } static { say(this.h) } } a = n(new ${x}(${e()}).z()) + n(new ${x}().f); }`;
      default:
        return `${e()};`;
    }
  }

  #loopOutside(depth: number): string {
    const outside = [this.#inLoop, this.#inSwitch] as const;
    this.#inSwitch = true;
    try {
      return this.#statement(depth - 1);
    } finally {
      [this.#inLoop, this.#inSwitch] = outside;
    }
  }

  /** Some loops run over a chunk of the guards' steps, with little in them. */
  #count(): number {
    return this.#random.chance(0.15) ? 4_090 + this.#random.below(12) : this.#random.below(5);
  }

  #heavy(count: number, depth: number): string {
    return count > 100
      ? `{ a = (a + ${this.#random.below(5)}) & 1023; ${this.#random.pick(["", "if (a & 1) continue;", "if (a === 77) break;"])} }`
      : this.#loop(depth);
  }

  #for(depth: number): string {
    const x = this.#fresh();
    const count = this.#count();
    const g = (): string => this.#blank();
    const init = this.#random.pick([`let ${x} = 0`, `var ${x} = 0`, `let ${x} = (0)`, `var ${x} = (0, 0), ${x}b = 2`]);
    const test = this.#random.pick([
      `${x} < ${count}`,
      `(${x}) < ${count}`,
      `(${x} < ${count})`,
      `${x} !== ${count} && ${x} < 1e4`,
    ]);
    const update = this.#random.pick(
      [`${x}++`, `(${x}++)`, `${x} += 1`, `++${x}, say(0)`].slice(0, count > 100 ? 3 : 4),
    );
    const body = count > 100 ? this.#heavy(count, depth) : this.#in([x], () => this.#loop(depth));
    return `for${g()}(${g()}${init}${g()};${g()}${test}${g()};${g()}${update}${g()})${g()} ${body}`;
  }

  #number(depth: number): string {
    this.#fuel -= 1;
    if (depth <= 0 || this.#fuel < -80) return this.#random.pick([...this.#variables, "1", "2", "7", "-3", "0.5"]);
    const e = (): string => this.#number(depth - 1);
    const x = this.#fresh();
    switch (this.#random.below(26)) {
      case 0:
        return `(${e()} ${this.#random.pick(["+", "-", "*", "%", "<", "===", "!==", ">=", "|", "&", "<<"])} ${e()})`;
      case 1:
        return `(${e()} ${this.#random.pick(["&&", "||", "??"])} (${e()}))`;
      case 2:
        return `(${e()} ? ${e()} : ${e()})`;
      case 3:
        return this.#functions.length > 0 ? `n(${this.#random.pick(this.#functions)}(${e()}, ${e()}))` : `n(${e()})`;
      case 4:
        return this.#functions.length > 0 ? `n(${this.#random.pick(this.#functions)}(...[${e()}]))` : `say(${e()})`;
      case 5:
        return this.#generators.length > 0
          ? `[...${this.#random.pick(this.#generators)}(${e()})].length`
          : `Math.max(...${this.#array(depth - 1)}, 0)`;
      case 6:
        return `n(o.m(${e()}))`;
      case 7:
        return `n(o.g + (o.s = ${e()}))`;
      case 8:
        return `n(o?.[${this.#random.pick(["'k'", "'none'"])}]?.toFixed?.(0)?.length)`;
      case 9:
        return `n(o.none?.x.y.z(${e()}) ?? ${e()})`;
      case 10:
        return `n(\`\${${e()}}-\${say(${e()})}\`)`;
      case 11:
        return `tag\`x\${${e()}}y\\n\${1}\``;
      case 12:
        return `(() => { const ${x} = ${e()}; return n(${x}) + ${this.#in([x], e)}; })()`;
      case 13:
        return `((${x}, ${x}d = ${e()}) => n(${x}) + n(${x}d))(${e()})`;
      case 14:
        return `${this.#array(depth - 1)}.reduce((${x}, ${x}i) => n(${x}) + n(${this.#in([x, `${x}i`], e)}), ${e()})`;
      case 15:
        return `n(${this.#array(depth - 1)}.find((${x}) => n(${this.#in([x], e)}) > 2))`;
      case 16:
        return `(${this.#random.pick(["a", "b"])} ${this.#random.pick(["=", "+=", "-=", "*="])} n(${e()}))`;
      case 17:
        return `"x1y22".replace(/\\d+/g, (${x}) => n(${x}) + n(${e()})).length`;
      case 18:
        return `n(new ${this.#random.pick(["T", "U"])}(${e()}).p)`;
      case 19:
        return `n(T.make(${e()}).x)`;
      case 20:
        return `n(Object.entries({ p: ${e()}, ["q" + 1]: ${e()}, ...{ r: 1 } }).length)`;
      case 21:
        return `(${e()}, ${e()})`;
      case 22:
        return `n(typeof ${e()} === "number" ? ${e()} : void 0)`;
      case 23:
        return `n([...new ${this.#random.pick(["T", "U"])}(${e()})][1])`;
      case 24:
        return `n(new Date(Date.UTC(2020, 1, ${this.#random.below(28)})).getUTCDate())`;
      default:
        return `say(n(${e()}))`;
    }
  }

  #array(depth: number): string {
    this.#fuel -= 1;
    if (depth <= 0) return this.#random.pick(["[1, 2, 3]", "c.slice(0, 3)", "[2, , 1]", "o.list.flat()"]);
    const x = this.#fresh();
    const e = (): string => this.#in([x], () => this.#number(depth - 1));
    switch (this.#random.below(8)) {
      case 0:
        return `${this.#array(depth - 1)}.map((${x}) => ${e()})`;
      case 1:
        return `${this.#array(depth - 1)}.filter((${x}) => n(${e()}) > 1)`;
      case 2:
        return `${this.#array(depth - 1)}.flatMap((${x}) => [${x}, n(${e()})])`;
      case 3:
        return `[...${this.#array(depth - 1)}, ${this.#number(depth - 1)}].toSorted((${x}, ${x}y) => n(${x}) - n(${x}y))`;
      case 4:
        return `Array.from({ length: 2 }, (_, ${x}) => n(${e()}))`;
      case 5:
        return `[[1], [${this.#number(depth - 1)}, [3]]].flat(${this.#random.pick(["", "1", "2", "Infinity"])}).map(n)`;
      case 6:
        return this.#generators.length > 0
          ? `[...${this.#random.pick(this.#generators)}(1)].map(n)`
          : `[...new Set([1, ${this.#number(depth - 1)}])]`;
      default:
        return `[n(${this.#number(depth - 1)}), n(${this.#number(depth - 1)})]`;
    }
  }
}
