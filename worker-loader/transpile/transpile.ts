/**
 * Strips types with esbuild, which lives in a dynamic Worker of its own (see `transpiler-worker.ts`). Scripts that are
 * plain JavaScript never wait for it.
 */
import type { Transpile } from "../prepare/source.ts";
import { stripTypes } from "./strip-types.ts";
import { createTransform, type FetchAsset } from "./transpiler-worker.ts";

export type { Transpile } from "../prepare/source.ts";
export type { FetchAsset } from "./transpiler-worker.ts";

export function createTranspile(loader: WorkerLoader, version: string, fetchAsset: FetchAsset): Transpile {
  return stripTypes(createTransform(loader, version, fetchAsset));
}
