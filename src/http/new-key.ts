/** From a request to create a key to what the Directory is asked. */
import type { newKeySchema } from "../contract/keys.ts";
import type { Context } from "hono";
import type * as z from "zod";
import { nearest } from "../lib/nearest.ts";
import { hiddenCharacter } from "../lib/visible-text.ts";
import type { CreatedKey, NewKey } from "../rpc/directory-stub.ts";
import type { AppEnv } from "./app-env.ts";
import { expiryOf, toKey } from "./key-views.ts";
import { FETCH_SERVER } from "../upstream/script-fetch/fetch-tool.ts";
import { problem } from "./api/problem.ts";

/** @returns a refusal when the name cannot be read, there is no such server, or the time is past */
export function keyRequest(
  c: Context<AppEnv>,
  { name, role, servers, access, expires, principal }: z.output<typeof newKeySchema>,
  createdBy: string,
): NewKey | Response {
  if (/[\t\n]/.test(name) || hiddenCharacter().test(name))
    return invalid("body.name: a name without control characters, line breaks or invisible characters");
  const { mcpServers, fetch } = c.get("config");
  const known = [...Object.keys(mcpServers), ...(fetch === undefined ? [] : [FETCH_SERVER])];
  const unknown = servers === "all" ? undefined : servers.find((server) => !known.includes(server));
  if (unknown !== undefined) {
    const close = nearest(unknown, known);
    const hint = close.length > 0 ? `Did you mean ${close.join(" or ")}?` : `Servers: ${known.join(", ") || "none"}.`;
    return invalid(`body.servers: gateway.json has no server ${JSON.stringify(unknown)}. ${hint}`);
  }
  const expiresAt = expiryOf(expires, Date.now());
  if (expiresAt !== undefined && expiresAt <= Date.now()) return invalid(`body.expires: ${expires} is past.`);
  return {
    name,
    role,
    access: { servers, level: access },
    createdBy,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(principal !== undefined && { principal }),
  };
}

/** The only answer that ever has a key in it. */
export function answerCreated(created: CreatedKey): Response {
  if (created.ok) return Response.json({ ...toKey(created.key), key: created.text }, { status: 201 });
  switch (created.reason) {
    case "no-such-principal":
      return invalid("body.principal: no principal has this id; GET /api/v1/principals lists them.");
    case "signs-in-itself":
      return problem({
        code: "FORBIDDEN",
        detail: "body.principal: this principal is a person who signs in; only that person can create keys for it.",
      });
    case "setup-token-spent":
      return problem({
        code: "CONFLICT",
        detail:
          "This setup token was used, or there is an admin key already. If no admin key is left, set a new ISOGATE_SETUP_TOKEN; if nobody still has that admin key, set ISOGATE_API_KEY and create another key with it (npx isogate keys create).",
      });
  }
}

function invalid(detail: string): Response {
  return problem({ code: "INVALID_REQUEST", detail });
}
