/** A hint for a name that the script assigns and declares nowhere, and for arguments by name as Python has them: `shop.get_item(id="i1")`. Pure. */
import { simple } from "acorn-walk";
import type { CallExpression, Node, Program } from "acorn";
import { boundNames } from "../../worker-loader/index.ts";

const MAX_NAMES = 5;

/** @param servers identifiers of the servers, whose tools take one object */
export function hintAtAssigned(name: string, program: Program, servers: readonly string[]): string | undefined {
  let isAssigned = false;
  let call: CallExpression | undefined;
  const assign = (target: Node): void => void (isAssigned ||= boundNames(target).includes(name));
  simple(program, {
    AssignmentExpression: ({ operator, left }) => void (operator === "=" && assign(left)),
    ForInStatement: ({ left }) => assign(left),
    ForOfStatement: ({ left }) => assign(left),
    CallExpression: (node) => void (namedArguments(node).includes(name) && (call ??= node)),
  });
  if (call !== undefined) return hintAtCall(call, servers);
  return isAssigned ? `Declare ${name} where it is assigned first: let ${name} = …` : undefined;
}

function hintAtCall(call: CallExpression, servers: readonly string[]): string {
  const { callee } = call;
  const names = namedArguments(call).slice(0, MAX_NAMES);
  const [object, property] = callee.type === "MemberExpression" ? [callee.object, callee.property] : [];
  const server = object?.type === "Identifier" && servers.includes(object.name) ? object.name : undefined;
  if (server === undefined || property?.type !== "Identifier")
    return "JavaScript has no arguments by name: write the values in the order of the parameters.";
  return `Arguments by name are one object: await ${server}.${property.name}({ ${names.map((one) => `${one}: …`).join(", ")} }).`;
}

/** @returns the names of `f(a = 1, b = 2)` */
function namedArguments({ arguments: given }: CallExpression): readonly string[] {
  return given.flatMap((one) =>
    one.type === "AssignmentExpression" && one.operator === "=" && one.left.type === "Identifier"
      ? [one.left.name]
      : [],
  );
}
