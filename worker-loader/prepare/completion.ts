/**
 * Gives a script the completion value that a REPL would print: the last expression statement, also from inside
 * if/else, loops, switch, try and blocks (ECMA-262 §14, UpdateEmpty). Every expression statement that can be the last
 * one to run is turned into an assignment to one variable, which the wrapper returns.
 *
 * Inside loops and switches `break` can end a list anywhere, so each of their expression statements is assigned;
 * elsewhere only the last value-producing statement of a list is, so straight-line scripts pay nothing.
 */
import type MagicString from "magic-string";
import type { ModuleDeclaration, Program, Statement } from "acorn";

type Edit = Pick<MagicString, "appendLeft" | "prependRight">;

export function assignCompletion(program: Program, edit: Edit, variable: string): void {
  list(program.body, false);

  function list(statements: readonly (Statement | ModuleDeclaration)[], breakable: boolean): void {
    for (const statement of statements.toReversed()) {
      const produces = visit(statement, breakable);
      if (produces && !breakable) return;
    }
  }

  /** @returns whether the statement always sets the completion value when it runs to its end. */
  function visit(statement: Statement | ModuleDeclaration, breakable: boolean): boolean {
    switch (statement.type) {
      case "ExpressionStatement":
        edit.prependRight(statement.expression.start, `${variable} = (`);
        edit.appendLeft(statement.expression.end, ")");
        return true;
      case "BlockStatement":
        list(statement.body, breakable);
        return !breakable && statement.body.some(producesValue);
      case "LabeledStatement":
        // A loop has to stay directly under its label, or `continue label` no longer parses.
        visitParts(labelled(statement), true);
        reset(statement);
        return true;
      default:
        if (!producesValue(statement)) return false;
        visitParts(statement, breakable);
        reset(statement);
        return true;
    }
  }

  function visitParts(statement: Statement | ModuleDeclaration, breakable: boolean): void {
    switch (statement.type) {
      case "IfStatement":
        visit(statement.consequent, breakable);
        if (statement.alternate) visit(statement.alternate, breakable);
        return;
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
      case "WhileStatement":
      case "DoWhileStatement":
        visit(statement.body, true);
        return;
      case "SwitchStatement":
        for (const { consequent } of statement.cases) list(consequent, true);
        return;
      case "TryStatement":
        visit(statement.block, breakable);
        if (statement.handler) {
          edit.appendLeft(statement.handler.body.start + 1, ` ${variable} = undefined; `);
          visit(statement.handler.body, breakable);
        }
        return;
      default:
        visit(statement, breakable);
    }
  }

  /**
   * `1; if (false) 2` is `undefined`: such statements start from nothing. Called after the parts were visited, so
   * that a closing brace comes after what the parts append at the same place.
   */
  function reset(statement: Statement | ModuleDeclaration): void {
    edit.prependRight(statement.start, `{ ${variable} = undefined; `);
    edit.appendLeft(statement.end, " }");
  }
}

function labelled(statement: Statement): Statement {
  return statement.type === "LabeledStatement" ? labelled(statement.body) : statement;
}

function producesValue(statement: Statement | ModuleDeclaration): boolean {
  switch (statement.type) {
    case "ExpressionStatement":
    case "IfStatement":
    case "ForStatement":
    case "ForInStatement":
    case "ForOfStatement":
    case "WhileStatement":
    case "DoWhileStatement":
    case "SwitchStatement":
    case "TryStatement":
    case "LabeledStatement":
      return true;
    case "BlockStatement":
      return statement.body.some(producesValue);
    default:
      return false;
  }
}
