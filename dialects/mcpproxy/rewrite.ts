/**
 * MCPProxy's scripts call tools as synchronous functions: `const r = call_tool("github", "list_issues", {…}); r.ok`. The analysis
 * (find-flow.ts, waiting-functions.ts) finds the calls that have to wait, and to-async.ts writes the `await`s. A script that waits for
 * `call_tool` itself is left as it is.
 */
import MagicString from "magic-string";
import type { Node, Program } from "acorn";
import type { RunError } from "../../worker-loader/outcome.ts";
import { findEntry, type Entry } from "../../worker-loader/prepare/entry.ts";
import { parseProgram } from "../../worker-loader/syntax/linear-parser.ts";
import { SYNTAX } from "../../worker-loader/syntax/parse.ts";
import { locateThroughEdits, positionAt } from "../../worker-loader/syntax/position.ts";
import type { Rewrite, Rewritten } from "../../worker-loader/prepare/rewrite.ts";
import type { Source } from "../../worker-loader/prepare/source.ts";
import { errorAt } from "../../worker-loader/syntax/syntax-error.ts";
import { freshName } from "../../worker-loader/prepare/fresh-name.ts";
import { allNames } from "../../worker-loader/syntax/syntax-tree.ts";
import { dividedWaits } from "./async-parts.ts";
import { findWaits, waits, type Waits } from "./waiting-functions.ts";
import { findFlow } from "./find-flow.ts";
import type { Flow } from "./flow.ts";
import { wireMentions } from "./looks-at-wire.ts";
import { plain, type Loose } from "./loose-tree.ts";
import { refuseMethods } from "./refused-methods.ts";
import { waitsByItself } from "./style.ts";
import { isReadLast } from "./read-last.ts";
import { BLOCKS, LAST, SYNC, WIRE } from "./reserved-names.ts";
import { Writer } from "./to-async.ts";
import { boundNames } from "../../worker-loader/syntax/bound-names.ts";
import { walkScopes } from "../../worker-loader/syntax/scopes.ts";

export const mcpproxyRewrite: Rewrite = {
  name: "mcpproxy",
  isSloppy: (text) => text.includes("call_tool"),
  rewrite(source, text) {
    const { identifiers } = source.mentions;
    return identifiers.has("call_tool") || identifiers.has("call_tools") ? rewrite(source, text) : undefined;
  },
};

function rewrite(source: Source, text: string): Rewritten {
  const { code, locate } = source;
  const refuse = (start: number, message: string): Rewritten => ({
    ok: false,
    error: errorAt("SYNTAX_ERROR", message, locate(positionAt(code, start)), text) satisfies RunError,
  });
  for (const name of [SYNC, WIRE, BLOCKS, LAST]) {
    if (source.mentions.identifiers.has(name))
      return refuse(code.indexOf(name), `The name ${name} is reserved by the gateway: choose another one.`);
  }
  // Parentheses are kept as nodes so that every piece of source belongs to a node.
  const program = parseProgram(code, { ...SYNTAX, preserveParens: true });
  const flow = findFlow(program);
  const entry = findEntry(source);
  const mentions = [...wireMentions(program)];
  const isLast = entry.kind === "statements" && isReadLast(program);
  if (isLast) mentions.push(LAST);
  const found = (isLast ? dividedWaits(program, flow) : undefined) ?? findWaits(flow);
  const edit = new MagicString(code);
  const top = findImplicitGlobals(program).map((name) => `var ${name}; `);
  const isLeft = waitsByItself(program, flow);
  if (!isLeft) {
    const refusals = [...found.refusals, ...refuseMethods(program, flow, found)];
    const [first] = refusals.sort((one, other) => one.start - other.start);
    if (first) return refuse(first.start, first.message);
    const temporary = freshName("$temporary", allNames(program));
    const temporaries = new Writer(edit, code, flow, found, { temporary }).write(program);
    if (temporaries.length > 0) top.push(`let ${temporaries.join(", ")}; `);
    callEntry(entry, program, flow, found, edit);
  }
  if (isLeft && top.length === 0 && mentions.length === 0) return { ok: true, code, locate: (place) => place };
  if (top.length > 0) edit.prepend(top.join(""));
  return { ok: true, code: edit.toString(), locate: locateThroughEdits(edit), mentions };
}

/** Calls a script that is one function with the input, and waits for it if the function waits. */
function callEntry(entry: Entry, program: Program, flow: Flow, found: Waits, edit: MagicString): void {
  if (entry.kind === "statements") return;
  const statement = program.body.find(({ start }) => start === entry.statement.start) as Loose | undefined;
  const node = plain(
    statement?.type === "FunctionDeclaration" ? statement : (statement?.["declaration"] ?? statement?.["expression"]),
  );
  const fn = flow.fns.get(node);
  if (!statement || !fn || !waits(fn, found.fns)) return;
  if (statement.type === "FunctionDeclaration") {
    const { name } = statement["id"];
    edit.append(`\nreturn ${SYNC}.v(await ${SYNC}.f(${name}, "${name}")(input));`);
    return;
  }
  const value = (statement["declaration"] ?? statement["expression"]) as Node;
  if (statement.type === "ExportDefaultDeclaration") edit.remove(statement.start, value.start);
  edit.prependRight(value.start, `return ${SYNC}.v(await ${SYNC}.f(`);
  edit.appendLeft(value.end, `, "the script")(input));`);
}

/**
 * Finds names that a script assigns without declaring them. MCPProxy runs sloppy code, in which they become globals; Isogate runs strict code,
 * in which the assignment would fail, so the rewriting declares them.
 */
function findImplicitGlobals(program: Node): string[] {
  const found = new Set<string>();
  walkScopes(program, (node, isDeclared) => {
    for (const name of assignedBy(node as Loose)) if (!isDeclared(name)) found.add(name);
  });
  return [...found].filter((name) => !LANGUAGE.has(name) && !GIVEN.has(name));
}

function assignedBy(node: Loose): string[] {
  switch (node.type) {
    case "AssignmentExpression":
      return node["operator"] === "=" ? boundNames(node["left"]) : [];
    case "ForInStatement":
    case "ForOfStatement":
      return node["left"].type === "VariableDeclaration" ? [] : boundNames(node["left"]);
    default:
      return [];
  }
}

/** Globals of the language: an assignment changes them in strict code, too. Other globals are not the same in the gateway as in a guest. */
const LANGUAGE: ReadonlySet<string> = new Set(
  "AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError FinalizationRegistry Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet arguments decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape".split(
    " ",
  ),
);

/** Names in the scope of every script that can be assigned there. */
const GIVEN: ReadonlySet<string> = new Set(["input", "console", "call_tool", "call_tools"]);
