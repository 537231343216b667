/** What authentication asks of Durable Objects, with what never changes kept in this isolate's memory. */
import type { Authority } from "../auth/authenticate.ts";
import { directoryOf } from "../directory/directory-stub.ts";
import type { Env } from "../env.ts";
import { gatewayOf } from "../gateway/gateway-stub.ts";

/** Set once there is a key: until then every unanswered request has to ask. */
let deployment: { readonly tagKey: string; readonly hasKeys: boolean } | undefined;

export function authorityOf(env: Env): Authority {
  return {
    async deployment() {
      if (deployment !== undefined) return deployment;
      const { tagKey, hasKeys } = await directoryOf(env).deployment();
      if (hasKeys) deployment = { tagKey, hasKeys };
      return { tagKey, hasKeys };
    },
    checkKey: (principal, id, hash) => gatewayOf(env, principal).checkKey(id, hash),
    checkToken: (principal, origin, token) => gatewayOf(env, principal).checkToken(origin, token),
  };
}
