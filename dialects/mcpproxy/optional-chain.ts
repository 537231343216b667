/**
 * `a?.b.map(f).length` with a call that waits: `await` cannot stand inside of a chain, so it is written out as what it means,
 * `(t = a) == null ? void 0 : (await … t.b …).length`. A chain in which nothing waits behind a `?.` stays as it is.
 */
import type { Node } from "acorn";
import type MagicString from "magic-string";
import { skipBlanks } from "../../worker-loader/prepare/blanks.ts";
import { plain } from "./loose-tree.ts";
import type { Loose } from "./loose-tree.ts";
import { SYNC } from "./reserved-names.ts";

interface Writer {
  readonly edit: MagicString;
  readonly code: string;
  /** Whether a call may have to wait. */
  waits(call: Node): boolean;
  /** A new variable of the function around. */
  temporary(): string;
  /** How a message is to call it, as a literal. */
  textOf(node: Node): string;
  /** `object.name` → `object, "name", text)` */
  takeMethod(member: Loose): void;
}

/** @returns the calls that `splitChain` is to write; none when the chain can stay */
export function callsToSplit(chain: Loose, writer: Writer): readonly Node[] {
  const links = linksOf(chain["expression"]);
  const first = links.findIndex((link) => link["optional"]);
  const behind = links.slice(first);
  if (!behind.some((link) => link.type === "CallExpression" && writer.waits(link))) return [];
  return links.filter((link) => link.type === "CallExpression" && needsCall(link, writer));
}

/** After what is in it was written. */
export function splitChain(chain: Loose, writer: Writer): void {
  const links = linksOf(chain["expression"]);
  const { edit, code } = writer;
  for (const link of links) if (link.type === "CallExpression" && needsCall(link, writer)) unwrapMethod(link, edit);
  /** What opens before the current part; everything in it is put in once the part is known to its end. */
  let opening = "";
  let open = (text: string): void => void edit.prependRight(chain.start, `${SYNC}.i(${text}`);
  /** `(t = part) == null ? void 0 : t…` @param from where the part ends @param to where the next goes on @param next what it starts with */
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
    // Left as it stands, the call finds its `this` by itself.
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

  /** Behind `?.(`, which starts at or after a place. */
  function afterOptionalParenthesis(start: number): number {
    const mark = skipBlanks(code, start);
    return skipBlanks(code, mark + "?.".length) + "(".length;
  }

  /** @param call of the member as a method, when it may wait */
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

/** Its members and calls, the innermost first. */
function linksOf(expression: Loose): Loose[] {
  const links: Loose[] = [];
  let node = expression;
  while (node.type === "MemberExpression" || node.type === "CallExpression") {
    links.push(node);
    node = node.type === "CallExpression" ? methodOf(node) : (node["object"] as Loose);
  }
  return links.reverse();
}

/** What is called; a method without the parentheses around it, `(o.m)?.()`, because it is called with its object all the same. */
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

/** An optional call keeps its `this` only when it is taken apart. */
function needsCall(link: Loose, writer: Writer): boolean {
  return link["optional"] === true || writer.waits(link);
}

function isPrivate(member: Loose): boolean {
  return plain(member["property"]).type === "PrivateIdentifier" || member["object"].type === "Super";
}
