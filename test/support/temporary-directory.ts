import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new directory of its own; whoever asked for it removes it. */
export function temporaryDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), "isogate-"));
}
