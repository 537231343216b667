/** Lines for a run's log about results: parts that their value does not have, what does not match a tool's output schema, and what rules about data report. */
import type { CallReply } from "../../../worker-loader/index.ts";
import type { InspectedReply, OpenedCall } from "../../enforcement/call-data.ts";

interface Noted {
  readonly data: OpenedCall | undefined;
  readonly inspected: InspectedReply | undefined;
  /** The place where the result does not match the tool's output schema. */
  readonly problem: string | undefined;
  /** The upstream's connector has said in what way the value is not what the answer promised. */
  readonly remark: string | undefined;
  /** Parts of the result that the value does not have; none where the script asked for the whole result. */
  readonly beside: () => readonly string[];
}

export class CallNotes {
  /** Each tool and reason is noted once: a loop over hundreds of results must not fill the log. */
  readonly #noted = new Set<string>();

  /** @param path `server.tool`, as scripts write it @returns the reply with the lines for the log */
  addTo(
    reply: Extract<CallReply, { ok: true }>,
    path: string,
    { data, inspected, problem, remark, beside }: Noted,
  ): Extract<CallReply, { ok: true }> {
    const notes = problem === undefined ? [] : [this.#once(path, mismatchNote(path, problem))];
    if (remark !== undefined) notes.push(this.#once(`${path} ${remark}`, `${path}: ${remark}`));
    const parts = this.#noted.has(`${path} beside`) ? [] : beside();
    if (parts.length > 0) notes.push(this.#once(`${path} beside`, besideNote(path, parts)));
    for (const { verdict, rule, message } of [...(data?.marks ?? []), ...(inspected?.marks ?? [])]) {
      if (verdict === "report") notes.push(this.#once(`${path} ${rule}`, reportNote(path, rule, message)));
    }
    const fresh = notes.filter((note) => note !== undefined);
    return fresh.length === 0 ? reply : { ...reply, note: fresh.join(" ") };
  }

  #once(reason: string, note: string): string | undefined {
    if (this.#noted.has(reason)) return undefined;
    this.#noted.add(reason);
    return note;
  }
}

function mismatchNote(path: string, problem: string): string {
  return `${path}: the result does not match the tool's output schema: ${problem} The result was passed on; further results of this tool that do not match are only marked in the ledger.`;
}

function besideNote(path: string, parts: readonly string[]): string {
  return `${path} also answered ${listed(parts)} that its value does not have: ${path}.raw(…)`;
}

function listed(parts: readonly string[]): string {
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join("");
}

function reportNote(path: string, rule: string, message: string): string {
  return `${path}: ${message} (policy ${rule}) Further calls of this tool are only marked in the ledger.`;
}
