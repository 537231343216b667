/** What requests are searched with, from the deployment's static assets: read by the first search of an isolate. */
import { openVocabulary } from "../catalog/search/index.ts";
import type { CompiledVocabulary, Vocabulary } from "../catalog/search/index.ts";
import type { Env } from "../env.ts";

let reading: Promise<Vocabulary> | undefined;

export function searchVocabulary(env: Env): Promise<Vocabulary> {
  reading ??= read(env).catch((error: unknown) => {
    // What failed once may be there the next time.
    reading = undefined;
    throw error;
  });
  return reading;
}

async function read(env: Env): Promise<Vocabulary> {
  const response = await env.ASSETS.fetch("https://assets/search/vocabulary.json");
  if (!response.ok) throw new Error("The search vocabulary is not among the assets; build the gateway again.");
  return openVocabulary(await response.json<CompiledVocabulary>());
}
