/**
 * Finds the names a script mentions, in one walk over its tree. The wrapper takes only offered names that the script mentions as
 * parameters, so its text (and with it the isolate's id) does not change when an unrelated server is added.
 */
import { full } from "acorn-walk";
import type {
  AnyNode,
  BinaryExpression,
  ExportNamedDeclaration,
  Expression,
  Literal,
  MemberExpression,
  Node,
  PrivateIdentifier,
  Program,
  SequenceExpression,
} from "acorn";
import { mayChangeBuiltIn } from "./built-in-changes.ts";

export interface Mentions {
  /** Every identifier in the tree, not only the free ones, which is harmless: inner declarations shadow parameters. */
  readonly identifiers: ReadonlySet<string>;
  /** Parts that refusals.ts refuses, in no particular order. */
  readonly refusables: readonly Refusable[];
  /** True if `f<T>(x)` occurs. It parses as two comparisons, which scripts do not write, so the script is TypeScript. */
  readonly hasGenericCall: boolean;
  /** True if the script has a getter, or mentions a name that can define accessors or proxies. */
  readonly definesAccessors: boolean;
  /** True if the script may change a built-in or hide a method of one (built-in-changes.ts), or mentions a name that leads to prototypes. */
  readonly changesBuiltIns: boolean;
  /** True if the script may ask an object which members it has: `Object.keys(x)`, `"a" in x`, `for (const name in x)`, `{ ...x }`. */
  readonly listsMembers: boolean;
  /** Names of members and keys; undefined if some are computed, so that the script may use any. */
  readonly members: ReadonlySet<string> | undefined;
}

export type Refusable =
  | { readonly kind: "import"; readonly start: number; readonly specifier: string | undefined }
  | { readonly kind: "export"; readonly start: number }
  | { readonly kind: "default class"; readonly start: number }
  /** "Code:" with a code fence parses as a label and a template literal tagged with an empty one, which always fails. */
  | { readonly kind: "fence"; readonly start: number }
  | { readonly kind: "import.meta"; readonly start: number };

/** @returns true when the node enumerates the members of a value, or asks whether it has one */
function readsMemberList(node: AnyNode): boolean {
  if (node.type === "BinaryExpression") return node.operator === "in";
  return node.type === "ForInStatement" || node.type === "SpreadElement" || node.type === "RestElement";
}

/** @returns the reason why a script with this node may have to be refused */
function refusableOf(node: AnyNode): Refusable | undefined {
  const { start } = node;
  switch (node.type) {
    case "ImportDeclaration":
    case "ImportExpression":
    case "ExportAllDeclaration":
      return { kind: "import", start, specifier: specifierOf(node.source) };
    case "ExportNamedDeclaration":
      if (node.source) return { kind: "import", start, specifier: specifierOf(node.source) };
      return isEmptyExport(node) ? undefined : { kind: "export", start };
    case "ExportDefaultDeclaration":
      return node.declaration.type === "ClassDeclaration" ? { kind: "default class", start } : undefined;
    case "MetaProperty":
      return node.meta.name === "import" ? { kind: "import.meta", start } : undefined;
    case "TaggedTemplateExpression":
      return node.tag.type === "TemplateLiteral" || node.tag.type === "Literal" ? { kind: "fence", start } : undefined;
    default:
      return undefined;
  }
}

export function findMentions(program: Program): Mentions {
  const identifiers = new Set<string>();
  const refusables: Refusable[] = [];
  const members = new Set<string>();
  let hasGenericCall = false;
  const genericCalls = new Set<Node>();
  let hasGetter = false;
  let changesBuiltIn = false;
  let computesMembers = false;
  let listsMembers = false;
  full(program, (node) => {
    const refusable = refusableOf(node);
    if (refusable) refusables.push(refusable);
    changesBuiltIn ||= mayChangeBuiltIn(node);
    listsMembers ||= readsMemberList(node);
    switch (node.type) {
      case "Identifier":
        identifiers.add(node.name);
        break;
      case "Property":
      case "MethodDefinition":
        hasGetter ||= node.kind === "get";
        addKey(node.key, members);
        computesMembers ||= node.computed && node.key.type !== "Literal";
        break;
      case "ObjectPattern":
        // acorn-walk visits the parts of a pattern's properties, and not the properties.
        for (const property of node.properties) {
          listsMembers ||= property.type === "RestElement";
          if (property.type === "RestElement") continue;
          addKey(property.key, members);
          computesMembers ||= property.computed && property.key.type !== "Literal";
        }
        break;
      case "MemberExpression": {
        const name = nameOfGlobal(node);
        if (name !== undefined) identifiers.add(name);
        addKey(node.property, members);
        computesMembers ||= node.computed && node.property.type !== "Literal";
        break;
      }
      case "BinaryExpression":
        hasGenericCall ||= isGenericCall(node);
        break;
      case "SequenceExpression":
        if (isGenericCallOfMore(node)) genericCalls.add(node);
        break;
      case "ForStatement":
        // `for (; i < j, j > (0); )` is no generic call. The parts of a node are visited before it.
        for (const part of [node.init, node.test, node.update]) if (part) genericCalls.delete(part);
        break;
      default:
    }
  });
  const has = (name: string): boolean => identifiers.has(name) || members.has(name);
  return {
    identifiers,
    refusables,
    hasGenericCall: hasGenericCall || genericCalls.size > 0,
    definesAccessors: hasGetter || MAKE_ACCESSORS.some(has),
    changesBuiltIns: changesBuiltIn || LEAD_TO_PROTOTYPES.some(has),
    listsMembers: listsMembers || LIST_MEMBERS.some(has),
    members: computesMembers || READ_ANY_MEMBER.some(has) ? undefined : members,
  };
}

/**
 * Joins what a script mentions before and after a rewriting, which may have written a member's name as a text. Only the new text runs, so
 * what is refused is taken from it alone.
 */
export function joinMentions(before: Mentions, after: Mentions): Mentions {
  return {
    ...after,
    identifiers: before.identifiers.union(after.identifiers),
    definesAccessors: before.definesAccessors || after.definesAccessors,
    changesBuiltIns: before.changesBuiltIns || after.changesBuiltIns,
    listsMembers: before.listsMembers || after.listsMembers,
    members: before.members && after.members && before.members.union(after.members),
  };
}

const MAKE_ACCESSORS = ["Proxy", "Reflect", "defineProperty", "defineProperties", "create", "__defineGetter__"];
const READ_ANY_MEMBER = ["Reflect", "getOwnPropertyDescriptor", "getOwnPropertyDescriptors"];
const LIST_MEMBERS =
  "keys values entries assign hasOwn hasOwnProperty getOwnPropertyNames getOwnPropertyDescriptor getOwnPropertyDescriptors Reflect stringify".split(
    " ",
  );
const LEAD_TO_PROTOTYPES = ["prototype", "__proto__", "getPrototypeOf", "setPrototypeOf"];

function addKey(key: Expression | PrivateIdentifier, names: Set<string>): void {
  if (key.type === "Identifier") names.add(key.name);
  else if (key.type === "Literal" && typeof key.value === "string") names.add(key.value);
}

/** @returns `github` for `globalThis.github` */
function nameOfGlobal({ object, property, computed }: MemberExpression): string | undefined {
  if (object.type !== "Identifier" || (object.name !== "globalThis" && object.name !== "self")) return undefined;
  if (computed) return property.type === "Literal" && typeof property.value === "string" ? property.value : undefined;
  return property.type === "Identifier" ? property.name : undefined;
}

/** `export {}` only marks a file as a module; esbuild keeps it. */
export function isEmptyExport({ declaration, specifiers, source }: ExportNamedDeclaration): boolean {
  return !declaration && !source && specifiers.length === 0;
}

const CALLEES = new Set(["Identifier", "MemberExpression", "NewExpression", "AwaitExpression", "ChainExpression"]);

/** Recognizes `a < b > (c)`. */
function isGenericCall({ operator, left }: BinaryExpression): boolean {
  return operator === ">" && isOpening(left);
}

/** Recognizes `a < b, c > (d)`. */
function isGenericCallOfMore({ expressions }: SequenceExpression): boolean {
  const opening = expressions.findIndex(isOpening);
  const isClosing = (node: Expression): boolean => node.type === "BinaryExpression" && node.operator === ">";
  return opening !== -1 && expressions.slice(opening + 1).some(isClosing);
}

function isOpening(node: Expression | PrivateIdentifier): boolean {
  return node.type === "BinaryExpression" && node.operator === "<" && CALLEES.has(node.left.type);
}

/** @returns undefined for a name that is computed when the script runs */
export function specifierOf(source: Expression | Literal): string | undefined {
  if (source.type === "Literal") return typeof source.value === "string" ? source.value : undefined;
  const [only, ...more] = source.type === "TemplateLiteral" ? source.quasis : [];
  return more.length === 0 ? (only?.value.cooked ?? undefined) : undefined;
}
