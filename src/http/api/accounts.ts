/** `keys` and `principals`: who may come in, and who has a Gateway. */
import { principalListSchema } from "../../contract/principals.ts";
import { createdKeySchema, keyListSchema, newKeySchema } from "../../contract/keys.ts";
import * as z from "zod";
import { directoryOf } from "../../rpc/directory-stub.ts";
import { toKey } from "../key-views.ts";
import { answerCreated, keyRequest } from "../new-key.ts";
import { toPrincipal } from "../principal-views.ts";
import { Area } from "./area.ts";
import { problem } from "./problem.ts";

const named = z.object({ id: z.string().max(200) });
const GONE = { 204: { description: "It is gone." } };

export const accounts = new Area("accounts");

accounts.on(
  {
    method: "get",
    path: "/keys",
    summary: "Keys",
    needs: "admin",
    answers: { 200: { description: "Keys, never their text.", schema: keyListSchema } },
  },
  async ({ c }) => Response.json({ keys: (await directoryOf(c.env).keys()).map(toKey) }),
);

accounts.on(
  {
    method: "post",
    path: "/keys",
    summary: "Create a key",
    needs: "admin",
    body: newKeySchema,
    answers: { 201: { description: "The key, shown this once.", schema: createdKeySchema } },
  },
  async ({ body, c }) => {
    const request = keyRequest(c, body, c.get("principal").id);
    return request instanceof Response ? request : answerCreated(await directoryOf(c.env).createKey(request));
  },
);

accounts.on(
  { method: "delete", path: "/keys/:id", summary: "Revoke a key", needs: "admin", params: named, answers: GONE },
  async ({ params: { id }, c }) => ((await directoryOf(c.env).revokeKey(id)) ? gone() : none("key")),
);

accounts.on(
  {
    method: "get",
    path: "/principals",
    summary: "Principals",
    needs: "admin",
    answers: { 200: { description: "Principals.", schema: principalListSchema } },
  },
  async ({ c }) => Response.json({ principals: (await directoryOf(c.env).principals()).map(toPrincipal) }),
);

accounts.on(
  {
    method: "delete",
    path: "/principals/:id",
    summary: "Delete a principal and everything of it",
    needs: "admin",
    params: named,
    answers: GONE,
  },
  async ({ params: { id }, c }) => {
    if (id === c.get("principal").id) {
      const detail = "These credentials belong to this principal; another admin has to remove it.";
      return problem({ code: "CONFLICT", detail });
    }
    return (await directoryOf(c.env).removePrincipal(id)) ? gone() : none("principal");
  },
);

function gone(): Response {
  return new Response(null, { status: 204 });
}

function none(what: "key" | "principal"): Response {
  const detail = `There is no ${what} with this id; GET /api/v1/${what}s lists them.`;
  return problem({ code: "NOT_FOUND", detail });
}
