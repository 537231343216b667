/**
 * Rewrites optional chains that contain a waiting call, such as `a?.b.map(f).length`: `await` cannot stand inside a chain, so the
 * chain becomes `(t = a) == null ? void 0 : (await … t.b …).length`. A chain in which nothing behind a `?.` waits stays as it is.
 */
import type { Node } from "acorn";
import type MagicString from "magic-string";
import { skipBlanks } from "../../worker-loader/syntax/blanks.ts";
import { plain, type Loose } from "./loose-tree.ts";
import { SYNC } from "./reserved-names.ts";

interface Writer {
  readonly edit: MagicString;
  readonly code: string;
  /** @returns true if the call may have to wait */
  waits(call: Node): boolean;
  /** @returns the name of a new variable of the enclosing function */
  temporary(): string;
  /** @returns the source of a node for error messages, as a string literal */
  textOf(node: Node): string;
  /** `object.name` → `object, "name", text)` */
  takeMethod(member: Loose): void;
}

/** @returns the calls that `splitChain` has to rewrite; none when the chain can stay */
export function callsToSplit(chain: Loose, writer: Writer): readonly Node[] {
  const links = linksOf(chain["expression"]);
  const first = links.findIndex((link) => link["optional"]);
  const behind = links.slice(first);
  if (!behind.some((link) => link.type === "CallExpression" && writer.waits(link))) return [];
  return links.filter((link) => link.type === "CallExpression" && needsCall(link, writer));
}

/** Rewrites a chain. Everything inside it has to be rewritten before. */
export function splitChain(chain: Loose, writer: Writer): void {
  const links = linksOf(chain["expression"]);
  const { edit, code } = writer;
  for (const link of links) if (link.type === "CallExpression" && needsCall(link, writer)) unwrapMethod(link, edit);
  /** Text to insert before the current part; inserted once the end of the part is known. */
  let opening = "";
  let open = (text: string): void => void edit.prependRight(chain.start, `${SYNC}.i(${text}`);
  /**
   * Writes `(t = part) == null ? void 0 : t…`
   * @param from end of the part
   * @param to start of the next part's source
   * @param next text the next part starts with
   */
  const cut = (from: number, to: number, next: string): void => {
    const name = writer.temporary();
    open(`(${name} = ${opening}`);
    opening = "";
    open = (text) => void edit.update(from, to, `) == null ? void 0 : ${text}${name}${next}`);
  };
  for (const [at, link] of links.entries()) {
    if (link.type === "MemberExpression") {
      const call = links[at + 1];
      const isCalled = call?.type === "CallExpression" && needsCall(call, writer);
      takeMember(link, isCalled && !isPrivate(link) ? call : undefined);
      continue;
    }
    if (!needsCall(link, writer)) continue;
    const callee = plain(link["callee"]);
    const isMethod = callee.type === "MemberExpression" && !isPrivate(callee);
    // The call keeps its `this` because it is left as it stands.
    if (!isMethod && (callee.type === "MemberExpression" || callee.type === "ChainExpression")) {
      opening = `${SYNC}.v(await ${SYNC}.w(${opening}`;
      edit.appendLeft(link.end, "))");
      continue;
    }
    if (!isMethod) {
      opening = `${SYNC}.${link["optional"] ? "p" : "f"}(${opening}`;
      edit.appendLeft(link["callee"].end, `, ${writer.textOf(callee)})`);
    }
    if (link["optional"]) cut(link["callee"].end, afterOptionalParenthesis(link["callee"].end), "(");
    opening = `${SYNC}.v(await ${opening}`;
    edit.appendLeft(link.end, ")");
  }
  open(opening);
  edit.appendLeft(chain.end, ")");

  /** @returns the position behind the `?.(` that starts at or after `start` */
  function afterOptionalParenthesis(start: number): number {
    const mark = skipBlanks(code, start);
    return skipBlanks(code, mark + "?.".length) + "(".length;
  }

  /** @param call the call of the member as a method, if it may wait */
  function takeMember(member: Loose, call: Loose | undefined): void {
    const { object, property, computed, optional } = member;
    const text = writer.textOf(member);
    const take = `${SYNC}.${call?.["optional"] ? "o" : "m"}(`;
    if (!optional) {
      if (!call) return;
      opening = `${take}${opening}`;
      writer.takeMethod(member);
      return;
    }
    if (!call) {
      cut(object.end, property.start, computed ? "[" : ".");
      return;
    }
    if (computed) {
      cut(object.end, property.start, ", ");
      edit.update(property.end, member.end, `, ${text})`);
    } else {
      cut(object.end, member.end, `, ${JSON.stringify(property.name)}, ${text})`);
    }
    opening = take;
  }
}

/** @returns the members and calls of a chain, the innermost first */
function linksOf(expression: Loose): Loose[] {
  const links: Loose[] = [];
  let node = expression;
  while (node.type === "MemberExpression" || node.type === "CallExpression") {
    links.push(node);
    node = node.type === "CallExpression" ? methodOf(node) : (node["object"] as Loose);
  }
  return links.reverse();
}

/** @returns the callee of a call, without parentheses around a method: `(o.m)?.()` is called with `o` as `this`, too */
function methodOf(call: Loose): Loose {
  const callee = plain(call["callee"]);
  return callee.type === "MemberExpression" ? callee : (call["callee"] as Loose);
}

function unwrapMethod(call: Loose, edit: MagicString): void {
  const outer = call["callee"] as Loose;
  const method = methodOf(call);
  if (method === outer) return;
  edit.remove(outer.start, method.start);
  edit.remove(method.end, outer.end);
}

/** An optional call keeps its `this` only when it is rewritten. */
function needsCall(link: Loose, writer: Writer): boolean {
  return link["optional"] === true || writer.waits(link);
}

function isPrivate(member: Loose): boolean {
  return plain(member["property"]).type === "PrivateIdentifier" || member["object"].type === "Super";
}
