/** The catalog of one principal as it is now, as far as its credentials allow: asked of its Gateway, which sends only the lists this isolate does not hold. */
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

/** @param origin of the gateway, as the asker knows it: where links to sign in begin */
export async function currentCatalog(env: Env, { id, access }: Principal, origin: string): Promise<CurrentCatalog> {
  const gateway = gatewayOf(env, id);
  const snapshot = await gateway.snapshot(knownHashes(), access, origin);
  const catalog = catalogOf(snapshot);
  if (catalog) return { snapshot, catalog };
  // The list was dropped from this isolate's memory between asking and looking.
  const whole = await gateway.snapshot([], access, origin);
  const rebuilt = catalogOf(whole);
  if (!rebuilt) throw new Error("A Gateway names tool lists that it does not have.");
  return { snapshot: whole, catalog: rebuilt };
}
