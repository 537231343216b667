/** The script that makes a call which waits for a person: that of the run, or a saved script inside it as the journal has it. */
import type { CallingScript } from "../../approvals/approval.ts";
import type { PlacedEntry } from "../../runs/durable/placed-entry.ts";

/** Maximum length of a script that is shown with an approval; the run's record has all of it. */
const MAX_CODE_CHARS = 20_000;

/** @param code the script of the run @param journal called only for a place inside a saved script @returns the script by the place of its call */
export function callingScripts(code: string, journal: () => readonly PlacedEntry[]): (place: string) => CallingScript {
  const ofRun = { code: beginningOf(code) };
  let inside: ReadonlyMap<string, CallingScript> | undefined;
  return (place) => {
    const path = pathOf(place);
    if (path === "") return ofRun;
    inside ??= scriptsInside(journal());
    // A journal of an earlier version has no texts of saved scripts.
    return inside.get(path) ?? ofRun;
  };
}

/** @returns the path of the script: `4` for the call at `4/0` and for a package at `4#name` */
function pathOf(place: string): string {
  const packageAt = place.indexOf("#");
  return packageAt === -1 ? place.slice(0, Math.max(0, place.lastIndexOf("/"))) : place.slice(0, packageAt);
}

function scriptsInside(entries: readonly PlacedEntry[]): ReadonlyMap<string, CallingScript> {
  const codes = new Map<string, string>();
  const scripts = new Map<string, CallingScript>();
  for (const entry of entries) {
    if (entry.kind !== "child" || entry.script === undefined) continue;
    const { saved, code } = entry.script;
    const name = saved && `${saved.name}@${saved.version}`;
    if (code !== undefined) codes.set(name ?? "", code);
    const text = codes.get(name ?? "") ?? "";
    scripts.set(entry.path, { code: beginningOf(text), ...(name !== undefined && { saved: name }) });
  }
  return scripts;
}

function beginningOf(code: string): string {
  const rest = code.length - MAX_CODE_CHARS;
  return rest > 0 ? `${code.slice(0, MAX_CODE_CHARS)}\n… ${rest} characters are not shown …` : code;
}
