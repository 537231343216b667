/**
 * Wraps a parsed script as the module that a guest isolate loads. All changes are edits of the script's text through one
 * MagicString, so that its source map covers every position the engine names.
 *
 * The script is never pasted into a template of ours unparsed: it has to parse on its own first, so it cannot close
 * the wrapper and continue outside of it.
 */
import MagicString from "magic-string";
import type { Statement } from "acorn";
import { assignCompletion, encloseExpression } from "./completion.ts";
import { afterExportDefault, type Entry } from "./entry.ts";
import { freshName } from "./fresh-name.ts";
import { varNames } from "../syntax/bound-names.ts";
import { varsMadeOfThemselves } from "./own-var.ts";
import { isEmptyExport } from "./names.ts";
import { chain, locateThroughEdits, type Locate } from "../syntax/position.ts";
import type { Source } from "./source.ts";

export interface Wrapped {
  /** An ES module: `export default (…parameters) => async () => { script }`. */
  readonly text: string;
  readonly parameters: readonly string[];
  readonly locate: Locate;
}

/** @param mentioned names that become parameters if they are offered */
export function wrap(
  source: Source,
  entry: Entry,
  mentioned: ReadonlySet<string>,
  offered: readonly string[],
): Wrapped {
  const edit = new MagicString(source.code);
  const variable = freshName("completion", mentioned);
  const parameters = offered.filter((name) => mentioned.has(name));
  const ending = giveBack(entry, source, edit, variable, parameters.includes("input") ? "input" : "");
  const imports = takeImports(source, edit);
  const { outer, inner } = signature(source, parameters, mentioned);
  edit.prepend(`${imports}export default (${outer}) => async (${inner}) => { let ${variable}; `);
  // The ending starts a new line, because the script may end in a comment.
  edit.append(`\n${ending}\n};\n`);
  return { text: edit.toString(), parameters, locate: chain(locateThroughEdits(edit), source.locate) };
}

/** Edits the script so that its result is returned. @returns the statement to append */
function giveBack(entry: Entry, source: Source, edit: MagicString, variable: string, input: string): string {
  switch (entry.kind) {
    case "statements": {
      const isNotAValue = source.language === "typescript" ? isNamespaceBody : undefined;
      assignCompletion(source.program, edit, variable, isNotAValue);
      return `return ${variable};`;
    }
    case "function":
      // `(0, …)` keeps the engine from naming a nameless function after a variable the user did not write.
      encloseExpression(entry.statement, edit, `return await (0, `, `)(${input})`);
      return "";
    case "default": {
      const { statement } = entry;
      const { declaration } = statement;
      const afterKeywords = afterExportDefault(source.code, statement);
      if (declaration.type === "FunctionDeclaration" && declaration.id) {
        edit.remove(statement.start, afterKeywords);
        return `return await ${declaration.id.name}(${input});`;
      }
      edit.remove(statement.start, afterKeywords);
      encloseExpression({ start: afterKeywords, end: statement.end }, edit, `${variable} = (0, `, ")");
      return `return typeof ${variable} === "function" ? await ${variable}(${input}) : ${variable};`;
    }
  }
}

/** Removes imports, which cannot be inside a function. @returns their text, for the top of the module */
function takeImports({ program, code }: Source, edit: MagicString): string {
  let imports = "";
  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration") imports += `${code.slice(statement.start, statement.end)};\n`;
    else if (statement.type !== "ExportNamedDeclaration" || !isEmptyExport(statement)) continue;
    // The semicolon keeps a line before, if it has none, from continuing in the line after.
    edit.update(statement.start, statement.end, ";");
  }
  return imports;
}

/**
 * Offered names are parameters of the outer function, so that `const input = …` in the script is an inner name. A name that `var` declares
 * starts as `undefined`, as in any engine: `var results;` is a list to be made. One that is made of what is offered, as in `var notes = await
 * notes.list({})`, becomes a parameter of the inner function, too, which `var` joins (ECMA-262 §10.2.11).
 */
function signature({ program }: Source, parameters: readonly string[], mentioned: ReadonlySet<string>) {
  const redeclared = parameters.length === 0 ? new Set<string>() : varNames(program);
  const ofOffered = redeclared.size === 0 ? redeclared : varsMadeOfThemselves(program);
  // `var input = input || {}` takes the input as well.
  const joined = parameters.filter((name) => redeclared.has(name) && (name === "input" || ofOffered.has(name)));
  const given = (name: string): string => (joined.includes(name) ? freshName(`${name}_given`, mentioned) : name);
  return {
    outer: parameters.map(given).join(", "),
    inner: joined.map((name) => `${name} = ${given(name)}`).join(", "),
  };
}

/** Recognizes esbuild's output for `namespace N { … }`, `((N2) => { … })(N || (N = {}))`, which has no value. */
function isNamespaceBody(statement: Statement): boolean {
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "CallExpression") return false;
  const { callee, arguments: given } = statement.expression;
  const [only] = given;
  return (
    callee.type === "ArrowFunctionExpression" &&
    only?.type === "LogicalExpression" &&
    only.operator === "||" &&
    only.right.type === "AssignmentExpression"
  );
}
