/**
 * The OAuth library's records as the stateless Worker accesses them: grants and tokens in the Gateway of the principal they name, all
 * others in the Directory. A name that was not issued by this gateway is not looked up.
 */
import type { Records } from "../../auth/authorization-server/records.ts";
import { principalOf } from "../../auth/authorization-server/user-id.ts";
import { directoryOf } from "../../rpc/directory-stub.ts";
import type { Env } from "../../config/env.ts";
import { gatewayOf } from "../../rpc/gateway-stub.ts";

export function routedRecords(env: Env, tagKey: string): Records {
  async function holder(key: string): Promise<Records | undefined> {
    const [kind, userId = ""] = key.split(":");
    if (kind !== "grant" && kind !== "token") return directoryOf(env);
    const principal = await principalOf(userId, tagKey);
    return principal === undefined ? undefined : gatewayOf(env, principal);
  }
  return {
    getRecord: async (key) => (await holder(key))?.getRecord(key),
    async putRecord(key, value, expiresAt, metadata) {
      const records = await holder(key);
      if (records === undefined) throw new Error("A grant names a principal that is not of this deployment.");
      await records.putRecord(key, value, expiresAt, metadata);
    },
    deleteRecord: async (key) => (await holder(key))?.deleteRecord(key),
    listRecords: async (prefix, limit, after) =>
      (await (await holder(prefix))?.listRecords(prefix, limit, after)) ?? { keys: [], next: undefined },
  };
}
