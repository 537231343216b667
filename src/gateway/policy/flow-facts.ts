/**
 * Collects where a call's arguments come from, for a policy decision: what the analysis of the script says, and what the script took from the store, from
 * stored results, from other scripts or from a schedule, which may hold results of every tool that was ever called.
 */
import type { ScriptFlows } from "../../enforcement/call-guard.ts";
import { NO_FLOWS, type FlowFacts, type FlowSource } from "../../policy/flows.ts";

interface KnownFlows {
  /** True if the policy has rules about flows. */
  readonly flows: boolean;
  /** Undefined where the analysis cannot tell, or where the run's input comes from another script. */
  readonly script: ScriptFlows | undefined;
  /** Tools that the run has called. */
  readonly earlier: ReadonlySet<string>;
  /** Tools whose results may be in what is kept from one run to the next. */
  readonly kept: () => ReadonlySet<string>;
  /** A script may have made the schedule, and put anything into its input. */
  readonly isScheduledWithInput: boolean;
}

export function flowFactsOf(path: string, services: readonly string[], known: KnownFlows): FlowFacts {
  if (!known.flows) return NO_FLOWS;
  const sources = known.script?.get(path);
  const readsKept = services.some((service) => /^(?:store|files|results|runs|schedule)\./.test(service));
  const everything = (args: FlowSource["args"]): readonly FlowSource[] =>
    [...known.kept()].map((tool) => ({ tool, args }));
  const fromSchedule = known.isScheduledWithInput ? everything("all") : [];
  if (sources === undefined) {
    return { sources: "unknown", carried: [...fromSchedule, ...(readsKept ? everything("all") : [])] };
  }
  const own: FlowSource[] = [];
  const carried: FlowSource[] = [...fromSchedule];
  for (const source of sources) {
    switch (source.tool) {
      case "@scripts":
        own.push(...[...known.earlier].map((tool) => ({ tool, args: source.args })));
        if (readsKept) carried.push(...everything(source.args));
        break;
      default:
        // The store, results and past runs.
        if (source.tool?.startsWith("@") === true) carried.push(...everything(source.args));
        else own.push(source);
    }
  }
  return { sources: own, carried };
}
