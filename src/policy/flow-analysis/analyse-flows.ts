/**
 * Determines which results of tools may reach which arguments of calls, from the script before it runs. The analysis is sound for
 * explicit flows: it follows values that are copied, joined, packed, encoded or passed through functions, lists, objects and exceptions.
 * A script with operations that cannot be followed is `unknown`, so the order of its calls decides. Branches count where they write a
 * variable that is declared outside of them; the mere fact that a call is made is not treated as a flow, nor is the fact that an operation
 * has failed where the script catches that: `try { known[secret[0]].x; y = "b" } catch {}`. Nearly every script has operations that may fail.
 */
import type { Program } from "acorn";
import type { FlowSource } from "../flows.ts";
import { CannotFollow, startSteps } from "./budget.ts";
import { Context } from "./context.ts";
import { Round } from "./evaluate.ts";

export type FlowReport =
  | { readonly kind: "known"; readonly calls: ReadonlyMap<string, readonly FlowSource[]> }
  | { readonly kind: "unknown"; readonly reason: string };

/** Each round propagates the known facts by one step; real scripts take three or four rounds. */
const MAX_ROUNDS = 60;

/** @param program the script's AST, before the gateway transforms it */
export function analyseFlows(program: Program): FlowReport {
  startSteps();
  const context = new Context();
  const round = new Round(context);
  try {
    for (let count = 0; ; count += 1) {
      if (count >= MAX_ROUNDS) return { kind: "unknown", reason: "the script is too intricate" };
      context.round = count;
      context.hasChanged = false;
      context.isWrittenPast = false;
      round.program(program);
      if (!context.hasChanged) break;
    }
  } catch (error) {
    if (error instanceof CannotFollow) return { kind: "unknown", reason: error.message };
    return { kind: "unknown", reason: "the script cannot be read" };
  }
  if (context.isWrittenPast) return { kind: "unknown", reason: "it writes to something that is not followed" };
  const calls = [...context.calls].map(([tool, sources]): [string, readonly FlowSource[]] => [
    tool,
    [...sources].map(([source, args]): FlowSource => ({ tool: source, args: args === "all" ? args : [...args] })),
  ]);
  return { kind: "known", calls: new Map(calls) };
}
