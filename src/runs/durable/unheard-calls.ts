/** Calls that were sent before their run was cut off, and whose answers were not heard: whether they had an effect is not known. */
import { counted } from "../../lib/counted.ts";
import { placeOf, type PlacedEntry } from "./placed-entry.ts";

export interface UnheardCall {
  /** `server.tool`, as the script names it; undefined if the journal does not say. */
  readonly tool?: string | undefined;
  /** Number of the latest sending in the record of the run; undefined in a journal of an earlier version. */
  readonly call?: number | undefined;
  /** The call may be sent again without asking anybody. */
  readonly isRepeatable: boolean;
}

/** @param entries a journal, in order @returns calls by their places */
export function unheardCalls(entries: readonly PlacedEntry[]): Map<string, UnheardCall> {
  const tools = new Map<string, string>();
  const unheard = new Map<string, UnheardCall>();
  for (const entry of entries) {
    if (entry.kind === "child" || entry.kind === "members") continue;
    const place = placeOf(entry.path, entry.number);
    switch (entry.kind) {
      case "asked":
        if (entry.ask.kind === "call") tools.set(place, `${entry.ask.server}.${entry.ask.tool}`);
        break;
      case "sent":
        unheard.set(place, { tool: tools.get(place), call: entry.call, isRepeatable: entry.isRepeatable === true });
        break;
      case "answered":
      // The upstream has answered with a question.
      case "input":
        unheard.delete(place);
        break;
      case "settled":
        break;
    }
  }
  return unheard;
}

/** The question to a person about such a call. */
export function askToSendAgain(tool: string) {
  const reason = `${tool} was sent before the run was cut off, and its answer was not received. Approve to send the call again; deny if it was executed.`;
  return { kind: "unknown", reason, rule: "", policy: "" } as const;
}

/** Precedes what has failed later: the failure says nothing of the first sending. */
export function mayHaveHappened(tool: string, calls = 1): string {
  return calls === 1
    ? `${tool} was sent before the run was cut off, and its answer was not received, so it may have had an effect.`
    : `${calls} calls of ${tool} were sent before the run was cut off, and their answers were not received, so they may have had effects.`;
}

/** Tools that one outcome names. */
const MAX_NAMED_TOOLS = 10;

/** @returns a sentence for each tool with calls that may have taken effect, when the run ends without having heard of it */
export function mayHaveHappenedAll(unheard: Iterable<UnheardCall>): readonly string[] {
  const ofTools = Map.groupBy(
    [...unheard].filter(({ isRepeatable }) => !isRepeatable),
    ({ tool }) => tool,
  );
  const sentences = [...ofTools]
    .slice(0, MAX_NAMED_TOOLS)
    .map(([tool, { length }]) => (tool === undefined ? mayHaveHappened("A call") : mayHaveHappened(tool, length)));
  const more = ofTools.size - sentences.length;
  return more > 0 ? [...sentences, `So were calls of ${counted(more, "more tool")}.`] : sentences;
}
