/** Loads the search vocabulary from the deployment's static assets at the first search of an isolate. */
import { openVocabulary, type Vocabulary } from "../catalog/search/index.ts";
import type { CompiledVocabulary } from "../../search-data/format.ts";
import type { Env } from "../config/env.ts";

let opened: Vocabulary | undefined;

/** Two simultaneous first searches both read it: a promise shared between requests would be lost with the one that made it. */
export async function searchVocabulary(env: Env): Promise<Vocabulary> {
  opened ??= await read(env);
  return opened;
}

async function read(env: Env): Promise<Vocabulary> {
  const response = await env.ASSETS.fetch("https://assets/search/vocabulary.json");
  if (!response.ok) throw new Error("The search vocabulary is not among the assets; build the gateway again.");
  return openVocabulary(await response.json<CompiledVocabulary>());
}
