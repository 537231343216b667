import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @returns a new directory, which the caller removes */
export function temporaryDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), "isogate-"));
}
