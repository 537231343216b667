/** Gets the current catalog of a principal, as far as its credentials allow, from its Gateway, which sends only lists that this isolate does not have. */
import { catalogOf, knownHashes } from "../catalog/catalog-cache.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import type { Principal } from "../auth/principal.ts";
import type { Env } from "../config/env.ts";
import { gatewayOf } from "../rpc/gateway-stub.ts";

export interface CurrentCatalog {
  readonly snapshot: Snapshot;
  readonly catalog: Catalog;
}

/** @param origin the gateway's origin as the client knows it; sign-in links begin with it */
export async function currentCatalog(env: Env, { id, access }: Principal, origin: string): Promise<CurrentCatalog> {
  const gateway = gatewayOf(env, id);
  const snapshot = await gateway.snapshot(knownHashes(), access, origin);
  const catalog = catalogOf(snapshot);
  if (catalog) return { snapshot, catalog };
  // The list was evicted from this isolate's memory after the request, so all lists are requested.
  const whole = await gateway.snapshot([], access, origin);
  const rebuilt = catalogOf(whole);
  if (!rebuilt) throw new Error("A Gateway names tool lists that it does not have.");
  return { snapshot: whole, catalog: rebuilt };
}
