/** A hint for a script whose value is a function: a tool, or another function, that it has not called. Pure. */
import { simple } from "acorn-walk";
import type { Expression, Program } from "acorn";

/** @param servers identifiers of the servers */
export function hintAtUncalled(program: Program, servers: readonly string[]): string {
  const [path = ["main"]] = returnedIn(program).flatMap((value) => pathOf(value) ?? []);
  const written = path.join(".");
  const [server = ""] = path;
  if (path.length > 1 && servers.includes(server))
    return `The value is the tool ${written}, which was not called: await ${written}({ … }).`;
  return `The script ends with a function that was not called: call it, as in await ${written}().`;
}

/** @returns the expressions that may be the script's value, the last first */
function returnedIn(program: Program): readonly Expression[] {
  const found: Expression[] = [];
  simple(program, {
    ReturnStatement: ({ argument }) => void (argument != null && found.push(argument)),
    ArrowFunctionExpression: ({ body }) => void (body.type !== "BlockStatement" && found.push(body)),
  });
  const last = program.body.at(-1);
  found.reverse();
  if (last?.type !== "ExpressionStatement") return found;
  // A function that is the whole script was called.
  const isWhole = program.body.length === 1;
  return isWhole || !last.expression.type.endsWith("FunctionExpression") ? [last.expression, ...found] : [];
}

/** @returns the names of `run` and `shop.get_item` */
function pathOf(value: Expression): readonly [readonly string[]] | undefined {
  const node = value.type === "AwaitExpression" ? value.argument : value;
  if (node.type === "Identifier") return [[node.name]];
  if (node.type !== "MemberExpression" || node.computed) return undefined;
  const { object, property } = node;
  return object.type === "Identifier" && property.type === "Identifier" ? [[object.name, property.name]] : undefined;
}
