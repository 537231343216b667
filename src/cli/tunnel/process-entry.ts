/** How a local server is started: its entry in gateway.json with all references replaced. */
export interface ProcessEntry {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  /** Values of variables that were put in place of references anywhere in the entry; they may be secrets. */
  readonly substituted: readonly string[];
}
