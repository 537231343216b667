/**
 * A hint for a script that takes the promise of `Promise.all` for the list of its results, or gives `Promise.all` promises that are in no list. The
 * calls in it are without an answer then, so that an await of one of them would be advised. Pure.
 */
import { simple } from "acorn-walk";
import type { MemberExpression, Node, Program } from "acorn";
import { IS_TAKEN_FOR_ANOTHER } from "./mistaken-value.ts";

const COMBINING = new Set(["all", "allSettled", "race", "any"]);
const OF_PROMISES = new Set(["then", "catch", "finally", "constructor"]);

/** The variable that was taken for a list. */
const VARIABLE = /^TypeError: (?:([\w$]{1,100})\.[\w$]{1,100} is not a function|([\w$]{1,100}) is not iterable)/;
const NOT_ITERABLE = /^TypeError: (?:Spread syntax|.{1,300} is not iterable)/;

/** @param message of the error by which the script ended @param servers identifiers of the servers */
export function hintAtCombination(message: string, program: Program, servers: readonly string[]): string | undefined {
  if (!IS_TAKEN_FOR_ANOTHER.test(message)) return undefined;
  const [, called, listed] = VARIABLE.exec(message) ?? [];
  const variable = called ?? listed;
  const held = variable === undefined ? undefined : combinationIn(variable, program);
  if (held !== undefined) return `${variable} is the promise of ${held}(…). ${awaitOf(held)}`;
  return (NOT_ITERABLE.test(message) ? hintAtList(program, servers) : undefined) ?? hintAtMemberOfCombination(program);
}

/** Finds `Promise.all([…])[0]` and `Promise.all([…]).map(…)`. */
export function hintAtMemberOfCombination(program: Program): string | undefined {
  let hint: string | undefined;
  simple(program, {
    MemberExpression: (node) => {
      const combination = combinationOf(node.object);
      const member = memberText(node);
      if (combination === undefined || member === undefined || hint !== undefined) return;
      hint = `${combination}(…) is a promise and has no ${member}. ${awaitOf(combination, member)}`;
    },
  });
  return hint;
}

function awaitOf(combination: string, member = ""): string {
  const awaited = `await ${combination}([ … ])`;
  return `An await is missing: ${member === "" ? awaited : `(${awaited})${member}`}`;
}

/** @returns `Promise.all` for a call of it */
function combinationOf(node: Node | null | undefined): string | undefined {
  const { callee } = (node?.type === "CallExpression" ? node : {}) as { readonly callee?: Node };
  if (callee?.type !== "MemberExpression") return undefined;
  const { object, property } = callee as MemberExpression;
  const isCombining = property.type === "Identifier" && COMBINING.has(property.name);
  if (!isCombining || object.type !== "Identifier" || object.name !== "Promise") return undefined;
  return `Promise.${property.name}`;
}

/** @returns `.map`, `[0]`; undefined for a member that promises have */
function memberText({ property, computed }: MemberExpression): string | undefined {
  if (computed)
    return property.type === "Literal" && typeof property.value === "number" ? `[${property.value}]` : "[…]";
  return property.type === "Identifier" && !OF_PROMISES.has(property.name) ? `.${property.name}` : undefined;
}

/** @returns the combination whose promise a variable holds, and nothing else */
function combinationIn(variable: string, program: Program): string | undefined {
  const given: (string | undefined)[] = [];
  const give = (target: Node, value: Node | null | undefined): void => {
    if (target.type === "Identifier" && (target as { readonly name?: string }).name === variable)
      given.push(combinationOf(value));
  };
  simple(program, {
    VariableDeclarator: ({ id, init }) => give(id, init),
    AssignmentExpression: ({ left, right }) => give(left, right),
  });
  return given.every((one) => one !== undefined) ? given[0] : undefined;
}

/** Finds `Promise.all(one, another)`, `Promise.all(one)` and `const [first] = Promise.all([…])`. */
function hintAtList(program: Program, servers: readonly string[]): string | undefined {
  let unlisted: string | undefined;
  let iterated: string | undefined;
  const iterate = (value: Node | null | undefined): void => void (iterated ??= combinationOf(value));
  simple(program, {
    CallExpression: (node) => {
      const [first, second] = node.arguments;
      const isUnlisted = second !== undefined || (first?.type === "CallExpression" && isOfTool(first.callee, servers));
      if (isUnlisted) unlisted ??= combinationOf(node);
    },
    VariableDeclarator: ({ id, init }) => void (id.type === "ArrayPattern" && iterate(init)),
    AssignmentExpression: ({ left, right }) => void (left.type === "ArrayPattern" && iterate(right)),
    ForOfStatement: ({ right }) => iterate(right),
    SpreadElement: ({ argument }) => iterate(argument),
  });
  if (unlisted !== undefined) return `${unlisted} takes one list of promises: await ${unlisted}([one, another]).`;
  return iterated === undefined ? undefined : `${iterated}(…) is a promise. ${awaitOf(iterated)}`;
}

/** @returns true for `server.tool`; a method of another object may give a list */
function isOfTool(callee: Node, servers: readonly string[]): boolean {
  if (callee.type !== "MemberExpression") return false;
  const { object } = callee as MemberExpression;
  return object.type === "Identifier" && servers.includes(object.name);
}
