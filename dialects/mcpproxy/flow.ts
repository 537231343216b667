/** The result of the analysis in find-flow.ts: the functions, calls and iterations of a script. */
import type { CallExpression, NewExpression, Node, TaggedTemplateExpression } from "acorn";
import type { Fn, Place } from "./places.ts";

export type CallNode = CallExpression | NewExpression | TaggedTemplateExpression;

/** A call in the script. */
export interface Site {
  readonly node: CallNode;
  /** The function around the call; undefined at the top level. */
  readonly owner: Fn | undefined;
  readonly callee: Place;
  /** `f` in `f.call()` and `f.apply()`. */
  readonly called: Place | undefined;
  readonly args: readonly Place[];
  /** True if the callee may call its arguments and is not a function of the script. */
  readonly givesBack: boolean;
  /** The property name of the callee, if it is a member expression. */
  readonly name: string | undefined;
}

/** A loop, spread, pattern or `yield*` that iterates over a value. */
export interface Iteration {
  readonly node: Node;
  readonly owner: Fn | undefined;
}

export interface Flow {
  readonly sites: readonly Site[];
  readonly iterations: readonly Iteration[];
  readonly fns: ReadonlyMap<Node, Fn>;
  readonly tool: Fn;
  /** Property name → place of the values it may have. */
  readonly properties: ReadonlyMap<string, Place>;
  readonly valueOf: (node: Node) => Place;
  readonly declared: ReadonlySet<string>;
  readonly imported: ReadonlySet<string>;
  /** The analysis ran out of steps: every call has to be taken for one that may wait. */
  readonly gaveUp: boolean;
}
