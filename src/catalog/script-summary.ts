/** A saved script as a list shows it. */

/** How clients see it besides `execute_code {script}`. */
export type Exposure = "none" | "prompt" | "tool";

export interface ScriptSummary {
  readonly name: string;
  readonly version: number;
  readonly description: string;
  /** JSON Schema that the input is checked with. */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly expose: Exposure;
}

/** How a script of the gateway calls it. */
export function scriptPath(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `scripts.${name}` : `scripts[${JSON.stringify(name)}]`;
}
