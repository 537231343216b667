/** How a stored result is named: to clients a resource, to scripts and the REST interface the same text or just the run. */

export type ResultPart = "value" | "logs";

export function handleOf(run: string, part: ResultPart = "value"): string {
  return `isogate://runs/${run}/${part}`;
}

/** @param text a handle, or the id of a run, whose value is meant */
export function parseHandle(text: string): { readonly run: string; readonly part: ResultPart } | undefined {
  const match = /^(?:isogate:\/\/runs\/)?(r_[0-9a-z]{1,60})(?:\/(value|logs))?$/.exec(text);
  const [, run, part = "value"] = match ?? [];
  return run === undefined ? undefined : { run, part: part as ResultPart };
}

export interface StoredHandle {
  readonly run: string;
  readonly expiresAt: number;
  /** UTF-16 length of the JSON text. */
  readonly length: number;
}
