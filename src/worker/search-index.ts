/** Gets the search index of a principal: its parts are stored in the Gateway or built, with the vocabulary of the assets. */
import { indexOf } from "../catalog/catalog-index.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { SearchIndex } from "../catalog/search/index.ts";
import { gatewayOf } from "../rpc/gateway-stub.ts";
import { searchVocabulary } from "./search-vocabulary.ts";
import type { RequestContext } from "./request-context.ts";

export async function searchIndex(
  { env, principal, waitUntil }: Pick<RequestContext, "env" | "principal" | "waitUntil">,
  catalog: Catalog,
): Promise<SearchIndex> {
  return indexOf(catalog, await searchVocabulary(env), { store: gatewayOf(env, principal.id), later: waitUntil });
}
