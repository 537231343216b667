/** The summary of a saved script, as lists show it. */
import { lettersOf } from "../lib/letters.ts";

/** How clients see a saved script in addition to `execute_code {script}`. */
type Exposure = "none" | "prompt" | "tool";

export interface ScriptSummary {
  readonly name: string;
  readonly version: number;
  readonly description: string;
  /** JSON Schema for the script's input. */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly expose: Exposure;
}

/** @returns the scripts whose name and description have at least half of the words of a search; a single word of a sentence is in many of them */
export function matchingScripts(scripts: readonly ScriptSummary[], query: string): readonly ScriptSummary[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return scripts.filter(({ name, description }) => {
    const text = `${name} ${description}`.toLowerCase();
    return words.filter((word) => text.includes(word)).length * 2 >= words.length;
  });
}

/**
 * @param wanted a name, or another spelling of its letters and digits: `count_issues` for `count-issues`, which is no identifier
 * @returns undefined if there is no such script, or if the spelling fits several
 */
export function findScriptName(wanted: string, names: readonly string[]): string | undefined {
  if (names.includes(wanted)) return wanted;
  const letters = lettersOf(wanted);
  const [only, ...others] = names.filter((name) => lettersOf(name) === letters);
  return letters === "" || others.length > 0 ? undefined : only;
}

/** @returns the expression by which another script calls this one */
export function scriptPath(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `scripts.${name}` : `scripts[${JSON.stringify(name)}]`;
}
