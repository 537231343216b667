/**
 * Gives a script the completion value that a REPL would print: the last expression statement's, also from inside
 * if/else, loops, switch, try and blocks (ECMA-262 §14, UpdateEmpty). Every expression statement that can be the last
 * one to run is turned into an assignment to one variable, which the wrapper returns.
 *
 * Statements are visited from last to first, as V8's own rewriter for `eval` does. `isSet` is true if the statements after the
 * visited one certainly set the variable, so that it need not. `break` and `continue` leave early, so before them nothing is
 * certain; where they can occur (`breakable`) every statement is visited, elsewhere the visit ends at the first certain one, so
 * straight-line scripts need no rewriting.
 */
import type MagicString from "magic-string";
import type { BlockStatement, ModuleDeclaration, Program, Statement, TryStatement } from "acorn";

type AnyStatement = Statement | ModuleDeclaration;
type Edit = Pick<MagicString, "appendLeft" | "prependRight" | "original">;

/** @param isNotAValue true for expression statements that the user did not write as such */
export function assignCompletion(
  program: Program,
  edit: Edit,
  variable: string,
  isNotAValue: (statement: Statement) => boolean = () => false,
): void {
  let isSet = false;
  let breakable = false;
  visitList(program.body);

  function visitList(statements: readonly AnyStatement[]): void {
    for (const statement of statements.toReversed()) {
      if (isSet && !breakable) return;
      visit(statement);
    }
  }

  function visit(statement: AnyStatement): void {
    switch (statement.type) {
      case "ExpressionStatement":
        if (isSet || isNotAValue(statement)) return;
        encloseExpression(statement, edit, `${variable} = (`, ")");
        isSet = true;
        return;
      case "BlockStatement":
        visitList(statement.body);
        return;
      case "LabeledStatement": {
        const inner = withoutLabels(statement);
        if (isLoop(inner)) return visitLoop(inner, statement);
        inBreakable(() => visit(inner));
        return;
      }
      case "IfStatement": {
        const after = isSet;
        visit(statement.consequent);
        const setInThen = isSet;
        isSet = after;
        if (statement.alternate) visit(statement.alternate);
        if (!(setInThen && isSet)) reset(statement);
        isSet = true;
        return;
      }
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
      case "WhileStatement":
      case "DoWhileStatement":
        return visitLoop(statement, statement);
      case "SwitchStatement":
        inBreakable(() => {
          for (const { consequent } of statement.cases.toReversed()) visitList(consequent);
        });
        reset(statement);
        isSet = true;
        return;
      case "TryStatement":
        return visitTry(statement);
      case "BreakStatement":
      case "ContinueStatement":
        isSet = false;
        return;
      case "ReturnStatement":
      case "ThrowStatement":
        isSet = true;
        return;
      default:
    }
  }

  /** @param outermost the statement with its labels: `continue label` parses only while the loop is directly under its label. */
  function visitLoop(loop: Loop, outermost: Statement): void {
    inBreakable(() => visit(loop.body));
    reset(outermost);
    isSet = true;
  }

  function visitTry({ start, end, block, handler, finalizer }: TryStatement): void {
    // The value of `finally` does not count unless it leaves by a jump, which discards the value of `try`.
    if (finalizer && breakable && jumps(finalizer)) {
      isSet = true;
      visit(finalizer);
      const saved = `${variable}_saved`;
      edit.appendLeft(finalizer.start + 1, ` const ${saved} = ${variable}; ${variable} = void 0; `);
      // The semicolon comes first: the last statement may have none, and `break` would take the next word for its label.
      edit.prependRight(finalizer.end - 1, `; ${variable} = ${saved}; `);
      isSet = false;
    }
    const after = isSet;
    visit(block);
    const setInBlock = isSet;
    if (handler) {
      isSet = after;
      visit(handler.body);
      // The value of `try` before it threw does not count.
      if (!isSet || breakable) edit.appendLeft(handler.body.start + 1, ` ${variable} = void 0; `);
    }
    if (!setInBlock || breakable) reset({ start, end });
    isSet = true;
  }

  function inBreakable(work: () => void): void {
    const outside = breakable;
    breakable = true;
    work();
    breakable = outside;
  }

  /**
   * Resets the variable before a statement such as `if`: `1; if (false) 2` is `undefined`. It is called after the parts were
   * visited, so that a closing brace comes after text that the parts append at the same place.
   */
  function reset({ start, end }: { readonly start: number; readonly end: number }): void {
    edit.prependRight(start, `{ ${variable} = void 0; `);
    edit.appendLeft(end, " }");
  }
}

/**
 * Inserts text around a statement's expression and its parentheses. A statement that ends without a semicolon gets one:
 * after `a => {}` or `x++` a line that starts with `(` is a new statement, after a closing parenthesis it is a call.
 */
export function encloseExpression(
  statement: { readonly start: number; readonly end: number },
  edit: Edit,
  before: string,
  after: string,
): void {
  const hasSemicolon = edit.original[statement.end - 1] === ";";
  edit.prependRight(statement.start, before);
  edit.appendLeft(hasSemicolon ? statement.end - 1 : statement.end, hasSemicolon ? after : `${after};`);
}

type Loop = Extract<Statement, { readonly body: Statement }> & {
  type: `${"For" | "ForIn" | "ForOf" | "While" | "DoWhile"}Statement`;
};

function isLoop(statement: Statement): statement is Loop {
  return /^(For|While|DoWhile)/.test(statement.type);
}

function withoutLabels(statement: Statement): Statement {
  return statement.type === "LabeledStatement" ? withoutLabels(statement.body) : statement;
}

/** @returns true if a `break` or `continue` occurs; one that stays inside only costs two needless assignments */
function jumps(block: BlockStatement): boolean {
  return block.body.some(function has(statement: AnyStatement): boolean {
    switch (statement.type) {
      case "BreakStatement":
      case "ContinueStatement":
        return true;
      case "BlockStatement":
        return statement.body.some(has);
      case "IfStatement":
        return has(statement.consequent) || (statement.alternate ? has(statement.alternate) : false);
      case "LabeledStatement":
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
      case "WhileStatement":
      case "DoWhileStatement":
        return has(statement.body);
      case "SwitchStatement":
        return statement.cases.some(({ consequent }) => consequent.some(has));
      case "TryStatement":
        return [statement.block, statement.handler?.body, statement.finalizer].some((part) => part && has(part));
      default:
        return false;
    }
  });
}
