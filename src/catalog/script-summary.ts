/** The summary of a saved script, as lists show it. */

/** How clients see a saved script in addition to `execute_code {script}`. */
export type Exposure = "none" | "prompt" | "tool";

export interface ScriptSummary {
  readonly name: string;
  readonly version: number;
  readonly description: string;
  /** JSON Schema for the script's input. */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly expose: Exposure;
}

/** @returns the expression by which another script calls this one */
export function scriptPath(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `scripts.${name}` : `scripts[${JSON.stringify(name)}]`;
}
