/**
 * Phase 3: decides which shapes of a server get a name of their own, so that they print once.
 *
 * Types are compared by structure across all tools of a server (`$defs` copied into every tool become one again), with
 * or without the notes of their properties: signatures carry no text but the mark of base64, so shapes that differ in other text only are equal there.
 * A shape gets a name when that saves characters, which tracks tokens closely enough; recursive ones always have one.
 * Because every big shape in use twice is named, printing stays linear even where inlining would grow exponentially.
 */
import { isPlain, type Definition, type Type } from "./ir.ts";
import { groupProperties } from "./groups.ts";
import { singular, typeName } from "./names.ts";

export interface Root {
  readonly type: Type;
  /** Name to use if the type has no better one. */
  readonly hint: string;
  /** True for the arguments of a tool; their required properties stay in the signature. */
  readonly isArguments: boolean;
}

/**
 * How objects are compared. `bare`: names, types and required-ness. `noted`: also notes. `exact`: also whether the schema
 * forbids further properties or does not mention them.
 */
export type Equivalence = "bare" | "noted" | "exact";

export interface Naming {
  readonly nameOf: (type: Type) => string | undefined;
  readonly definitionName: (definition: Definition) => string;
  /** Name → type, in the order of first use. */
  readonly declarations: ReadonlyMap<string, Type>;
}

/** ` type X = …;` and one mention cost about this many characters */
const DECLARATION_CHARS = 16;
const MENTION_CHARS = 8;
/** A shared name for arguments must save this much: arguments spelt out in every tool read better. */
const MIN_SAVED_BY_ARGUMENTS_CHARS = 80;
/** A shared name for other shapes must save this much, because the reader has to look it up. */
const MIN_SAVED_CHARS = 24;
/** A shape shorter than this (`string|null`) reads better in place. */
const MIN_NAMED_CHARS = 20;
const MAX_REFINEMENTS = 30;
const MAX_VISIT_DEPTH = 200;

export function compact(roots: readonly Root[], sameness: Equivalence): Naming {
  const colours = colourDefinitions(roots, sameness);
  const idOf = createIds(sameness, (definition) => colours.get(definition) ?? -1);
  const usage = countUses(roots, idOf);
  const args = roots.filter((root) => root.isArguments);
  const argumentIds = new Set(args.map((root) => idOf(root.type)));
  const required = new Set(args.flatMap(({ type }) => partsWithRequired(type)).map(idOf));
  // Arguments that are parts of other types at several places need a name: spelt out, a chain of them doubles at every level.
  const isSpelt = (id: number): boolean => required.has(id) && usage.nestedUsesOf(id) < 2;
  const names = new Map<number, string>();
  const typeNames = new TypeNames();
  const declarations = new Map<string, Type>();
  const definitionNames = new Map<number, string>();
  for (const [definition, colour] of colours) {
    if (definitionNames.has(colour)) continue;
    const name = typeNames.take(definition.hint || usage.hintOf(definition.type));
    definitionNames.set(colour, name);
    declarations.set(name, definition.type);
    if (definition.type.kind !== "reference" && !isSpelt(idOf(definition.type))) names.set(idOf(definition.type), name);
  }
  const sizes = new Map<number, number>();
  const sizeOf = (type: Type): number => {
    const id = idOf(type);
    return names.has(id) ? MENTION_CHARS : (sizes.get(id) ?? 0);
  };
  for (const use of usage.inPostOrder) {
    const { id, type, uses } = use;
    const size = printedChars(type, sizeOf, sameness);
    sizes.set(id, size);
    if (names.has(id) || !isNameable(type) || size < MIN_NAMED_CHARS) continue;
    if (isSpelt(id)) continue;
    const preferred = ("hint" in type && type.hint) || commonHint(use);
    const nameChars = (typeName(preferred) || "T1").length;
    const saved = (uses - 1) * size - DECLARATION_CHARS - (uses + 1) * nameChars;
    if (saved < (argumentIds.has(id) ? MIN_SAVED_BY_ARGUMENTS_CHARS : MIN_SAVED_CHARS)) continue;
    const name = typeNames.take(preferred);
    names.set(id, name);
    declarations.set(name, type);
  }
  return {
    nameOf: (type) => (isNameable(type) ? names.get(idOf(type)) : undefined),
    definitionName: (definition) => definitionNames.get(colours.get(definition) ?? -1) ?? "unknown",
    declarations,
  };
}

/** The type and the parts it is put together from, as far as they have required properties. */
function partsWithRequired(type: Type): readonly Type[] {
  if (type.kind === "object") return type.properties.some((property) => property.isRequired) ? [type] : [];
  if (type.kind !== "intersection") return [];
  const parts = type.members.flatMap(partsWithRequired);
  return parts.length > 0 ? [type, ...parts] : [];
}

function isNameable(type: Type): boolean {
  // A union of plain types, such as `string|number|null`, reads better than a name for it.
  if (type.kind === "union") return type.members.some((member) => !PLAIN.has(member.kind));
  return type.kind === "object" || type.kind === "intersection" || type.kind === "tuple";
}

const PLAIN: ReadonlySet<Type["kind"]> = new Set(["string", "number", "boolean", "null"]);

/** Names that TypeScript or the declaration file uses itself. */
const TAKEN = (
  "Promise Record Array NonNullable Tools Tool OptionalTool ToolResult Paging Items ItemsOf ListOf Extract " +
  // Every other type without a name of its own gets a number.
  "T"
).split(" ");

/** Gives each type a name of its own. */
class TypeNames {
  readonly #taken = new Set(TAKEN);
  /** Base → the number to try next, because thousands of types can have one base. */
  readonly #next = new Map<string, number>();

  take(hint: string): string {
    const base = typeName(hint) || "T";
    let name = base;
    let count = this.#next.get(base) ?? (base === "T" ? 1 : 2);
    for (; this.#taken.has(name); count += 1) name = `${base}${count}`;
    this.#next.set(base, count);
    this.#taken.add(name);
    return name;
  }
}

function childrenOf(type: Type, hint: string): readonly (readonly [child: Type, hint: string])[] {
  if (isPlain(type)) return [];
  switch (type.kind) {
    case "array":
      return [[type.element, singular(hint)]];
    case "tuple": {
      const elements = type.elements.map((element) => [element, singular(hint)] as const);
      return type.rest ? [...elements, [type.rest, singular(hint)]] : elements;
    }
    case "object": {
      const properties = type.properties.map((property) => [property.type, property.name] as const);
      return type.rest ? [...properties, [type.rest, singular(hint)]] : properties;
    }
    case "union":
    case "intersection":
      return type.members.map((member) => [member, hint] as const);
    case "reference":
    case "literal":
      return [];
  }
}

/** @returns the argument types with properties shared by many tools in groups of their own, as input for `compact` */
export function shareArguments(types: readonly Type[], sameness: Equivalence): readonly Type[] {
  const numbers = new Map<Definition, number>();
  const idOf = createIds(sameness, (definition) => {
    const number = numbers.get(definition) ?? numbers.size;
    numbers.set(definition, number);
    return number;
  });
  return groupProperties(types, ({ name, isRequired, type, notes, isBase64 }) =>
    JSON.stringify([name, isRequired, idOf(type), sameness === "bare" ? isBase64 === true : notes]),
  );
}

interface Use {
  readonly id: number;
  readonly type: Type;
  /** Property name → how often. */
  readonly hints: Map<string, number>;
  uses: number;
  /** Uses as a part of another type, which is not the arguments of a tool that consist of it. */
  nestedUses: number;
}

/** @returns the most frequent hint; the first one of equally frequent hints */
function commonHint({ hints }: Use): string {
  let best = "";
  for (const [hint, count] of hints) if (best === "" || count > (hints.get(best) ?? 0)) best = hint;
  return best;
}

function countUses(roots: readonly Root[], idOf: (type: Type) => number) {
  const uses = new Map<number, Use>();
  const inPostOrder: Use[] = [];
  const hints = new Map<number, string>();
  const definitions = new Set<Definition>();
  // A chain of definitions can be as long as a document: beyond MAX_VISIT_DEPTH it is visited from a queue.
  const later: { readonly type: Type; readonly hint: string }[] = [];
  const visit = (type: Type, hint: string, depth: number, isRoot: boolean): void => {
    if (type.kind === "reference") {
      if (definitions.has(type.definition)) return;
      definitions.add(type.definition);
      const next = { type: type.definition.type, hint: type.definition.hint || hint };
      if (depth > MAX_VISIT_DEPTH) later.push(next);
      else visit(next.type, next.hint, depth + 1, false);
      return;
    }
    const id = idOf(type);
    const known = uses.get(id);
    if (known) {
      known.uses += 1;
      if (!isRoot) known.nestedUses += 1;
      known.hints.set(hint, (known.hints.get(hint) ?? 0) + 1);
      // An array never has a name, so using it again is using its element again.
      if (type.kind === "array") visit(type.element, singular(hint), depth + 1, false);
      return;
    }
    const use: Use = { id, type, hints: new Map([[hint, 1]]), uses: 1, nestedUses: isRoot ? 0 : 1 };
    uses.set(id, use);
    hints.set(id, hint);
    const isWhole = isRoot && type.kind === "intersection";
    for (const [child, name] of childrenOf(type, hint)) visit(child, name, depth + 1, isWhole);
    inPostOrder.push(use);
  };
  for (const { type, hint } of roots) visit(type, hint, 0, true);
  for (let next = later.pop(); next; next = later.pop()) visit(next.type, next.hint, 0, false);
  return {
    inPostOrder,
    hintOf: (type: Type) => hints.get(idOf(type)) ?? "",
    nestedUsesOf: (id: number) => uses.get(id)?.nestedUses ?? 0,
  };
}

function printedChars(type: Type, sizeOf: (type: Type) => number, sameness: Equivalence): number {
  if (isPlain(type)) return type.kind.length;
  switch (type.kind) {
    case "literal":
      return String(type.value).length + 2;
    case "object": {
      if (type.properties.length === 0 && type.rest?.kind === "unknown") return "object".length;
      let chars = 4;
      for (const property of type.properties) {
        chars += property.name.length + 4 + sizeOf(property.type);
        if (sameness !== "bare" && property.notes !== "") chars += property.notes.length + 4;
      }
      return type.rest ? chars + 13 + sizeOf(type.rest) : chars;
    }
    case "reference":
      return MENTION_CHARS;
    case "array":
    case "tuple":
    case "union":
    case "intersection": {
      let chars = 2;
      for (const [child] of childrenOf(type, "")) chars += sizeOf(child) + 3;
      return chars;
    }
  }
}

/** @returns a function that gives types of equal structure the same number; `colourOf` decides which references are equal */
function createIds(sameness: Equivalence, colourOf: (definition: Definition) => number): (type: Type) => number {
  const ids = new Map<string, number>();
  const memo = new Map<Type, number>();
  const idOf = (type: Type): number => {
    const known = memo.get(type);
    if (known !== undefined) return known;
    const key = keyOf(type, idOf, sameness, colourOf);
    let id = ids.get(key);
    if (id === undefined) {
      id = ids.size;
      ids.set(key, id);
    }
    memo.set(type, id);
    return id;
  };
  return idOf;
}

function keyOf(
  type: Type,
  idOf: (type: Type) => number,
  sameness: Equivalence,
  colourOf: (definition: Definition) => number,
): string {
  if (isPlain(type)) return type.kind;
  switch (type.kind) {
    case "literal":
      return `=${JSON.stringify(type.value)}`;
    case "reference":
      return `@${colourOf(type.definition)}`;
    case "array":
      return `[${idOf(type.element)}`;
    case "tuple":
      return `(${type.required},${type.rest ? idOf(type.rest) : ""}:${type.elements.map(idOf).join(",")}`;
    case "union":
      return `|${type.members.map(idOf).join(",")}`;
    case "intersection":
      return `&${type.members.map(idOf).join(",")}`;
    case "object": {
      const end = sameness === "exact" && type.isClosed ? "!" : "";
      const parts = type.properties.map((property) => {
        const text = sameness !== "bare" ? JSON.stringify(property.notes) : property.isBase64 === true ? "b" : "";
        return `${JSON.stringify(property.name)}${property.isRequired ? ":" : "?"}${idOf(property.type)}${text}`;
      });
      return `{${parts.join(";")};${type.rest ? idOf(type.rest) : ""}${end}`;
    }
  }
}

/**
 * Finds recursive definitions of the same type by partition refinement: all start with one colour; definitions whose bodies
 * differ under the current colours get different ones, until no colour splits any more.
 */
function colourDefinitions(roots: readonly Root[], sameness: Equivalence): ReadonlyMap<Definition, number> {
  const found = new Set<Definition>();
  const seen = new Set<Type>();
  const queue: Type[] = roots.map((root) => root.type).reverse();
  for (let type = queue.pop(); type; type = queue.pop()) {
    if (seen.has(type)) continue;
    seen.add(type);
    if (type.kind === "reference") {
      if (found.has(type.definition)) continue;
      found.add(type.definition);
      queue.push(type.definition.type);
    } else for (const [child] of childrenOf(type, "").toReversed()) queue.push(child);
  }
  let colours = new Map<Definition, number>([...found].map((definition) => [definition, 0]));
  let count = found.size === 0 ? 0 : 1;
  for (let round = 0; round < MAX_REFINEMENTS; round += 1) {
    const previous = colours;
    const idOf = createIds(sameness, (definition) => previous.get(definition) ?? -1);
    colours = new Map([...found].map((definition) => [definition, idOf(definition.type)]));
    const next = new Set(colours.values()).size;
    if (next === count) return colours;
    count = next;
  }
  return new Map([...found].map((definition, index) => [definition, index]));
}
