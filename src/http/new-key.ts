/** From a request to create a key to what the Directory is asked. */
import type { Context } from "hono";
import { nearest } from "../catalog/nearest.ts";
import type { CreatedKey, NewKey } from "../directory/directory-stub.ts";
import type { AppEnv } from "./app-env.ts";
import { expiryOf, newKeySchema, toKey } from "./keys-contract.ts";
import { readBody } from "./read-body.ts";
import { refuse } from "./refuse.ts";

export type AskedKey = { readonly ok: true; readonly asked: NewKey } | { readonly ok: false; readonly detail: string };

export async function readNewKey(c: Context<AppEnv>, createdBy: string): Promise<AskedKey> {
  const body = await readBody(c, newKeySchema);
  if (!body.ok) return body;
  const { name, role, servers, access, expires, principal } = body.value;
  const known = Object.keys(c.get("config").mcpServers);
  const unknown = servers === "all" ? undefined : servers.find((server) => !known.includes(server));
  if (unknown !== undefined) {
    const close = nearest(unknown, known);
    const hint = close.length > 0 ? `Did you mean ${close.join(" or ")}?` : `Servers: ${known.join(", ") || "none"}.`;
    return { ok: false, detail: `servers: gateway.json has no server ${JSON.stringify(unknown)}. ${hint}` };
  }
  const expiresAt = expiryOf(expires, Date.now());
  if (expiresAt !== undefined && expiresAt <= Date.now()) return { ok: false, detail: `expires: ${expires} is past.` };
  return {
    ok: true,
    asked: {
      name,
      role,
      access: { servers, level: access },
      createdBy,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(principal !== undefined && { principal }),
    },
  };
}

/** The only answer that ever has a key in it. */
export function answerCreated(c: Context<AppEnv>, created: CreatedKey) {
  if (created.ok) {
    c.header("Cache-Control", "no-store");
    return c.json({ ...toKey(created.key), key: created.text }, 201);
  }
  switch (created.reason) {
    case "no-such-principal":
      return refuse(c, {
        status: 400,
        code: "INVALID_REQUEST",
        detail: "principal: there is none with this id; GET /api/v1/principals lists them.",
      });
    case "signs-in-itself":
      return refuse(c, {
        status: 403,
        code: "FORBIDDEN",
        detail: "principal: this one signs in by itself; a key for it could be made by nobody else.",
      });
    case "setup-token-spent":
      return refuse(c, {
        status: 409,
        code: "CONFLICT",
        detail:
          "This setup token was used, or there is an admin key already. Without any admin key left, set a new ISOGATE_SETUP_TOKEN.",
      });
  }
}
