/** Finds the result of a script: the value of its statements, the result of its only function, or its default export. */
import type { ExportDefaultDeclaration, Program, Statement } from "acorn";
import { tokensOf } from "../syntax/linear-parser.ts";
import { SYNTAX } from "../syntax/parse.ts";
import { positionsIn } from "../syntax/position.ts";
import type { Source } from "./source.ts";

export type Entry =
  | { readonly kind: "statements" }
  /** The script is one function, which is called. */
  | { readonly kind: "function"; readonly statement: Statement }
  | { readonly kind: "default"; readonly statement: ExportDefaultDeclaration };

export function findEntry({ program, code, language, locate }: Source): Entry {
  // The transpiler inserts helpers for decorators at the start.
  const mayHaveHelpers = language === "typescript" && code.includes("__decor");
  const placeAt = positionsIn(code);
  const isOurs = ({ start }: Statement): boolean => mayHaveHelpers && locate(placeAt(start)) === undefined;
  for (const statement of program.body) {
    if (statement.type === "ExportDefaultDeclaration") return { kind: "default", statement };
  }
  const [only, ...rest] = program.body.filter(
    (statement) =>
      statement.type !== "EmptyStatement" &&
      statement.type !== "ImportDeclaration" &&
      statement.type !== "ExportNamedDeclaration" &&
      statement.type !== "ExportAllDeclaration" &&
      statement.type !== "ExportDefaultDeclaration" &&
      !isDirective(statement) &&
      !isOurs(statement),
  );
  if (only === undefined || rest.length > 0 || !isFunction(only)) return { kind: "statements" };
  return { kind: "function", statement: only };
}

/** @returns the offset after `export default`, which may have comments between the two words */
export function afterExportDefault(code: string, { start, end }: ExportDefaultDeclaration): number {
  const tokens = tokensOf(code.slice(start, end), SYNTAX);
  tokens.getToken();
  return start + tokens.getToken().end;
}

function isDirective(statement: Program["body"][number]): boolean {
  return statement.type === "ExpressionStatement" && typeof statement.directive === "string";
}

function isFunction(statement: Program["body"][number]): statement is Statement {
  if (statement.type === "FunctionDeclaration") return true;
  if (statement.type !== "ExpressionStatement") return false;
  const { type } = statement.expression;
  return type === "ArrowFunctionExpression" || type === "FunctionExpression";
}
