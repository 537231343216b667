/** The label of a principal for people: the name of the key, or the address of the account. */
import type { Principal } from "../auth/principal.ts";
import { directoryOf } from "../rpc/directory-stub.ts";
import type { Env } from "../config/env.ts";

/** Principals that no admin created. */
export const BUILT_IN = { owner: "ISOGATE_API_KEY", local: "everybody on this machine" } as const;

export async function labelOf(env: Env, { id, credential }: Pick<Principal, "id" | "credential">): Promise<string> {
  if (id === "owner" || id === "local") return BUILT_IN[id];
  return (await directoryOf(env).labelOf(id, credential)) ?? id;
}
