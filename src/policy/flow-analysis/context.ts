/** The state of one analysis: the facts about every place in the script, and the conditions under which the present place runs. */
import { CannotFollow, spendSteps } from "./budget.ts";
import {
  Cell,
  FunctionSite,
  NOTHING,
  ObjectSite,
  deepSources,
  from,
  has,
  hasFunctionsInside,
  join,
  ofObject,
  reachable,
  union,
} from "./values.ts";
import type { Condition, Site, Value } from "./values.ts";

/** `branch`: whether an operand, a branch or a round of a loop is evaluated; `exit`: whether it is left early; `call`: whether a function is called. */
type ConditionRole = "branch" | "exit" | "call" | "test";

export class Context {
  /** All objects and functions of the language, as one value: a value stored in one of them could be read from it anywhere. */
  readonly globals = new ObjectSite("script");
  /** The same for those that call nothing and change nothing, whatever they are given: `list.map(String)`. */
  readonly steadyGlobals = new ObjectSite("script");
  /** True if the round found new facts. */
  hasChanged = false;
  /** True if the round wrote to a value that is not an object of the script; such a write would be lost. */
  isWrittenPast = false;
  /** The function whose body is being read. */
  owner: unknown = "script";
  /** The conditions around the present place, outermost first. Inside a function the first one is about its calls. */
  conditions: Condition[] = [];
  /** The number of the present round. */
  round = 0;
  /** The values that a `catch` may catch. */
  readonly thrown = new Cell("script");
  /** Sources that decide whether the script throws. */
  thrownUnder: ReadonlySet<string> = new Set();
  /** Sources that reach each argument, by called tool. */
  readonly calls = new Map<string, Map<string, Set<string> | "all">>();
  /** The values that this run put into the store, handles and other scripts, mapped by the name through which they are reached. */
  readonly kept = new Map<string, Cell>();
  readonly #objects = new WeakMap<object, ObjectSite>();
  readonly #functions = new WeakMap<object, FunctionSite>();
  readonly #exits = new WeakMap<object, ReadonlySet<string>>();
  readonly #conditions = new Map<ConditionRole, WeakMap<object, Condition>>();

  /** The input of the run: an object whose parts are all the same object, without a source unless the script stores one in it. */
  readonly input: Value;

  constructor() {
    this.globals.rest = ofObject(this.globals);
    this.steadyGlobals.rest = ofObject(this.globals);
    const site = new ObjectSite("script");
    this.input = ofObject(site);
    site.rest = this.input;
  }

  hasGlobals({ objects }: Value): boolean {
    return objects.has(this.globals) || objects.has(this.steadyGlobals);
  }

  keptBy(root: string): Cell {
    const cell = this.kept.get(root) ?? new Cell("script");
    this.kept.set(root, cell);
    return cell;
  }

  objectAt(node: object): ObjectSite {
    const site = this.#objects.get(node) ?? new ObjectSite(this.owner);
    this.#objects.set(node, site);
    this.make(site);
    return site;
  }

  /** A regular expression is made here. */
  regexAt(node: object): Value {
    const site = this.objectAt(node);
    site.isRegex = true;
    return ofObject(site);
  }

  functionAt(node: object, isAsync: boolean): FunctionSite {
    const site = this.#functions.get(node) ?? new FunctionSite(new ObjectSite(this.owner, true), isAsync);
    this.#functions.set(node, site);
    this.make(site.object);
    return site;
  }

  /** The site is created here. Where that happens twice in a round, only the conditions around both places are around it. */
  make(site: Site): void {
    const isAgain = site.madeIn === this.round;
    site.around = isAgain ? site.around.slice(0, sharedLength(site.around, this.conditions)) : [...this.conditions];
    site.madeIn = this.round;
  }

  /**
   * The value may come from outside of the present call. An object in it that this function creates is then of an earlier call, and a change
   * of it reveals that the function is called again.
   */
  enters(value: Value): Value {
    if (this.owner === "script" || value.objects.size === 0) return value;
    for (const site of reachable(value).objects) {
      if (site.owner !== this.owner || site.comesBack) continue;
      site.comesBack = true;
      this.hasChanged = true;
    }
    return value;
  }

  /**
   * The sources of conditions that decide whether a place inside is written, seen from outside: `if (mail.length > 3) x = 1` reveals
   * something about the mail. What was created on the same condition reveals nothing more: only a script that has met it can have kept that.
   */
  #reasons(site: Site): Value {
    const shared = site.comesBack ? 0 : sharedLength(site.around, this.conditions);
    return from(sourcesOf(this.conditions.slice(shared)));
  }

  assign(cell: Cell, value: Value): void {
    const next = join(cell.value, value, this.#reasons(cell));
    if (next === cell.value) return;
    cell.value = next;
    this.hasChanged = true;
  }

  /** @param name the field's name; undefined if it is not known */
  write(target: Value, name: string | undefined, value: Value): void {
    if (target.objects.size === 0 || this.hasGlobals(target)) this.writePast(target, value);
    this.mix(target, name, value);
  }

  /** The value is written to something that is not followed. */
  writePast(target: Value, value: Value): void {
    const isChosen = target.sources.size > 0 || this.conditions.some(({ sources }) => sources.size > 0);
    if (value !== NOTHING || isChosen) this.isWrittenPast = true;
  }

  /** Sources that decide whether a loop, a block or a function ends early; everything written after that reveals them. */
  exitsOf(node: object): Value {
    return from(this.#exits.get(node) ?? new Set());
  }

  /** The loop, block or function is left here. */
  leave(node: object): void {
    const before = this.#exits.get(node) ?? new Set<string>();
    const next = union(before, sourcesOf(this.conditions));
    if (next === before || next.size === before.size) return;
    this.#exits.set(node, next);
    this.hasChanged = true;
  }

  throws(value: Value): void {
    this.assign(this.thrown, join(value, from(deepSources(value))));
    const next = union(this.thrownUnder, sourcesOf(this.conditions));
    if (next.size === this.thrownUnder.size) return;
    this.thrownUnder = next;
    this.hasChanged = true;
  }

  /** As {@link write}, of a method that may write to what it is called on, which may as well be a text. */
  mix(target: Value, name: string | undefined, value: Value): void {
    spendSteps(target.objects.size);
    // A tool's result may have decided which object is written to.
    const chosen = from(target.sources);
    for (const site of target.objects) {
      if (site === this.globals || site === this.steadyGlobals) continue;
      const reasons = join(chosen, this.#reasons(site));
      this.#add(site, name, join(value, reasons));
      // Whether a list has an item tells in its length.
      if (name !== undefined && /^\d+$/.test(name)) this.#add(site, "length", reasons);
    }
  }

  #add(site: ObjectSite, name: string | undefined, value: Value): void {
    const before = name === undefined ? site.rest : (site.fields.get(name) ?? NOTHING);
    const next = join(before, value);
    if (next === before) return;
    if (name === undefined) site.rest = next;
    else site.fields.set(name, next);
    this.hasChanged = true;
  }

  mark(target: Value, fact: "hasUnknownNames" | "isIterator"): void {
    for (const site of target.objects) {
      if (site[fact]) continue;
      site[fact] = true;
      this.hasChanged = true;
    }
  }

  /** Reading the items of an iterator changes it: how many are left tells of the conditions here. */
  readItems(value: Value): void {
    // A tool's result may have decided which iterator is read.
    const chosen = from(value.sources);
    for (const site of value.objects) {
      if (site.isIterator) this.mix(ofObject(site), undefined, chosen);
      // `Symbol.iterator` may lead to a function of the language.
      if (site.hasUnknownNames) this.mix(reachable(ofObject(site)), undefined, chosen);
    }
  }

  /**
   * Converts a value to a text or a number, alone or within others. The language calls `toJSON` and the like. Functions of the script
   * are refused under such names; a function of the language, under a name that is not known, may change the object that holds it.
   * @returns the sources of everything inside
   */
  convert(value: Value): ReadonlySet<string> {
    const sources = deepSources(value);
    if (value.objects.size === 0) return sources;
    for (const site of reachable(value).objects) {
      if (!site.hasUnknownNames) continue;
      const inside = ofObject(site);
      if (hasFunctionsInside(inside)) throw new CannotFollow("it converts an object to which functions may belong");
      this.mix(reachable(inside), undefined, from(sources));
    }
    return sources;
  }

  /** Waits for a value, which may have a `then` under a name that is not known. */
  settle(value: Value): Value {
    if (has(value, "hasUnknownNames")) this.convert(value);
    return value;
  }

  returnFrom(site: FunctionSite, value: Value): void {
    if (site.isAsync) this.settle(value);
    // The result depends on the conditions inside the function. The first entry holds the conditions around its calls and does not count
    // here.
    const next = join(site.result, value, from(sourcesOf(this.conditions.slice(1))));
    if (next === site.result) return;
    site.result = next;
    this.hasChanged = true;
  }

  /** @param place the index of the parameter; undefined if it is not known */
  pass(site: FunctionSite, place: number | undefined, value: Value): void {
    const before = place === undefined ? site.anyParameter : (site.parameters[place] ?? NOTHING);
    const next = join(before, value);
    if (next === before) return;
    if (place === undefined) site.anyParameter = next;
    else site.parameters[place] = next;
    this.hasChanged = true;
  }

  callUnder(site: FunctionSite, reason: ReadonlySet<string>): void {
    const next = union(union(site.reason, reason), sourcesOf(this.conditions));
    if (next === site.reason) return;
    site.reason = next;
    this.hasChanged = true;
  }

  /** @param node together with its role it stands for the part of the script that runs on the condition */
  conditionAt(node: object, role: ConditionRole, sources: ReadonlySet<string>): Condition {
    const known = this.#conditions.get(role) ?? new WeakMap<object, Condition>();
    this.#conditions.set(role, known);
    const condition = known.get(node) ?? { sources };
    known.set(node, condition);
    condition.sources = sources;
    return condition;
  }

  under<T>(node: object, condition: Value, work: () => T, role: ConditionRole = "branch"): T {
    this.conditions.push(this.conditionAt(node, role, deepSources(condition)));
    try {
      return work();
    } finally {
      this.conditions.pop();
    }
  }

  /** @param name the argument's name; undefined for the whole argument object */
  reach(tool: string, name: string | undefined, value: Value): void {
    let sources = this.calls.get(tool);
    if (sources === undefined) {
      sources = new Map();
      this.calls.set(tool, sources);
      this.hasChanged = true;
    }
    for (const source of deepSources(value)) {
      const known = sources.get(source);
      if (known === "all" || (name !== undefined && known?.has(name) === true)) continue;
      if (name === undefined) sources.set(source, "all");
      else if (known === undefined) sources.set(source, new Set([name]));
      else known.add(name);
      this.hasChanged = true;
    }
  }
}

function sourcesOf(conditions: readonly Condition[]): ReadonlySet<string> {
  return conditions.reduce<ReadonlySet<string>>((all, { sources }) => union(all, sources), NOTHING.sources);
}

/** @returns how many conditions are the same from the first on */
function sharedLength(one: readonly Condition[], other: readonly Condition[]): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
