/** `keys` and `principals`: who may come in, and who has a Gateway. */
import { principalListSchema, type ListedPrincipal } from "../../contract/principals.ts";
import { createdKeySchema, keyListSchema, newKeySchema } from "../../contract/keys.ts";
import * as z from "zod";
import { isoTime } from "../../lib/iso-time.ts";
import { directoryOf } from "../../rpc/directory-stub.ts";
import { toKey } from "../key-views.ts";
import { answerCreated, keyRequest } from "../new-key.ts";
import { forgetNoted } from "../require-principal.ts";
import { Area, reply } from "./area.ts";
import { missing, noContent, problem } from "./problem.ts";

const named = z.object({ id: z.string().max(200) });
const GONE = { 204: { description: "The resource was deleted." } };

export const accounts = new Area("accounts");

accounts.on(
  "get /keys",
  { summary: "Keys", needs: "admin", answers: reply(200, "The keys, without their text.", keyListSchema) },
  async ({ c }) => Response.json({ keys: (await directoryOf(c.env).keys()).map(toKey) }),
);

accounts.on(
  "post /keys",
  {
    summary: "Create a key",
    needs: "admin",
    body: newKeySchema,
    answers: reply(201, "The key; its text is not shown again.", createdKeySchema),
  },
  async ({ body, c }) => {
    const request = keyRequest(c, body, c.get("principal").id);
    return request instanceof Response ? request : answerCreated(await directoryOf(c.env).createKey(request));
  },
);

accounts.on(
  "delete /keys/:id",
  { summary: "Revoke a key", needs: "admin", params: named, answers: GONE },
  async ({ params: { id }, c }) =>
    (await directoryOf(c.env).revokeKey(id)) ? noContent() : missing("key with this id", "keys"),
);

accounts.on(
  "get /principals",
  { summary: "Principals", needs: "admin", answers: reply(200, "Principals.", principalListSchema) },
  async ({ c }) => {
    const records = await directoryOf(c.env).principals();
    const principals: readonly ListedPrincipal[] = records.map(({ createdAt, ...record }) => ({
      ...record,
      created: isoTime(createdAt),
    }));
    return Response.json({ principals });
  },
);

accounts.on(
  "delete /principals/:id",
  { summary: "Delete a principal and all its data", needs: "admin", params: named, answers: GONE },
  async ({ params: { id }, c }) => {
    if (id === c.get("principal").id) {
      const detail = "These credentials belong to this principal; another admin has to remove it.";
      return problem({ code: "CONFLICT", detail });
    }
    const isRemoved = await directoryOf(c.env).removePrincipal(id);
    forgetNoted(id);
    return isRemoved ? noContent() : missing("principal with this id", "principals");
  },
);
