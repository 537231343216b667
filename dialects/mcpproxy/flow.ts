/** What is known of a script's functions and calls; found by find-flow.ts. */
import type { CallExpression, NewExpression, Node, TaggedTemplateExpression } from "acorn";
import type { Fn, Place } from "./places.ts";

export type CallNode = CallExpression | NewExpression | TaggedTemplateExpression;

/** A place in the script where functions are called. */
export interface Site {
  readonly node: CallNode;
  /** The function it stands in; undefined at the top. */
  readonly owner: Fn | undefined;
  readonly callee: Place;
  /** Of `f.call()` and `f.apply()`: f. */
  readonly called: Place | undefined;
  readonly args: readonly Place[];
  /** Whether it may call what it is given, without the script's help. */
  readonly givesBack: boolean;
  /** The callee's last name. */
  readonly name: string | undefined;
}

/** A place where something is gone through. */
export interface Iteration {
  readonly node: Node;
  readonly owner: Fn | undefined;
}

export interface Flow {
  readonly sites: readonly Site[];
  readonly iterations: readonly Iteration[];
  readonly fns: ReadonlyMap<Node, Fn>;
  readonly tool: Fn;
  /** By property name: what may be found there. */
  readonly properties: ReadonlyMap<string, Place>;
  readonly valueOf: (node: Node) => Place;
  readonly declared: ReadonlySet<string>;
  readonly imported: ReadonlySet<string>;
  /** There is too much of it: anything may be anywhere. */
  readonly gaveUp: boolean;
}
