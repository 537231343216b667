/** The Durable Object calls of authentication. Answers that do not change are cached in this isolate's memory. */
import { directoryOf } from "../rpc/directory-stub.ts";
import type { Env } from "../config/env.ts";
import { gatewayOf } from "../rpc/gateway-stub.ts";
import type { Authority } from "../auth/authority.ts";

let tagKey: string | undefined;
/** Only `true` is cached, because a gateway without keys may get its first one at any time. */
let hasKeys = false;

export function authorityOf(env: Env): Authority {
  const ask = async (): Promise<void> => {
    const deployment = await directoryOf(env).deployment();
    ({ tagKey, hasKeys } = deployment);
  };
  return {
    async tagKey() {
      if (tagKey === undefined) await ask();
      return tagKey ?? "";
    },
    async hasKeys() {
      if (!hasKeys) await ask();
      return hasKeys;
    },
    checkKey: (principal, id, hash) => gatewayOf(env, principal).checkKey(id, hash),
    checkAccount: (principal) => gatewayOf(env, principal).checkAccount(),
    isSessionEnded: (principal, session) => gatewayOf(env, principal).isSessionEnded(session),
    checkToken: (principal, origin, token) => gatewayOf(env, principal).checkToken(origin, token),
  };
}
