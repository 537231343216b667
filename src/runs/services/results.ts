/** `results.read(handle, { path?, offset?, limit? })`: a part of what an earlier run returned. */
import * as z from "zod";
import { parseForScript } from "../../lib/exact-json.ts";
import { parseHandle, type ResultPart } from "../results/handle.ts";
import type { Part } from "../results/select.ts";
import { invalidArgs, service, usage, type Services } from "./service.ts";

const schema = z.strictObject({
  handle: z.string().max(200),
  part: z
    .strictObject({
      path: z.string().max(2_000).optional(),
      offset: z.int().min(0).optional(),
      limit: z.int().min(0).optional(),
    })
    .default({}),
});

export interface ResultReader {
  /** Reads a part of a run's value or of its logs. */
  readResult(run: string, of: ResultPart, part: Part): Promise<StoredPart>;
}

/** `json` is the JSON text of the part. */
export type StoredPart =
  | { readonly ok: true; readonly json: string; readonly total?: number }
  | { readonly ok: false; readonly reason: "unknown" | "expired" | "wrong-path"; readonly message: string };

export function resultsService(reader: ResultReader): Services {
  return {
    "results.read": service(schema, usage("results.read(handle, { path?, offset?, limit? })"), async (given) => {
      const handle = parseHandle(given.handle);
      if (handle === undefined) {
        return invalidArgs(`results.read: ${JSON.stringify(given.handle)} is not like isogate://runs/r_…/value.`);
      }
      const part = await reader.readResult(handle.run, handle.part, given.part);
      if (!part.ok) return invalidArgs(`results.read: ${part.message}`);
      return { ok: true, value: parseForScript(part.json) };
    }),
  };
}
