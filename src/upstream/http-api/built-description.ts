/** Reads the asset that the build has made of a description file beside gateway.json (scripts/read-descriptions.mjs). */
import { UpstreamError } from "../connector.ts";
import type { Assets } from "./assets-of.ts";

export interface BuiltFile {
  /** As the entry writes it. */
  readonly path: string;
  /** Its name among the assets. */
  readonly asset: string;
}

/**
 * @returns JSON text: `{ok: false, problem}` for a file that cannot be used, else what the kind of the upstream needs
 * @throws UpstreamError when the build did not know this entry
 */
export async function builtDescription(
  server: string,
  { path, asset }: BuiltFile,
  assets: Assets | undefined,
): Promise<string> {
  const response = await assets?.fetch(`https://assets/${asset}`);
  if (response?.ok === true) return response.text();
  const message = `${server}: the file ${path} is not part of this build. Put it beside gateway.json and build again (npm start, npx wrangler dev and npx wrangler deploy do).`;
  throw new UpstreamError("UPSTREAM_ERROR", message);
}
