/** The document's part on keys and principals, which are served by ../keys.ts and ../principals.ts. */
import * as z from "zod";
import { createdKeySchema, keyListSchema, newKeySchema } from "../keys-contract.ts";
import { principalListSchema } from "../principals-contract.ts";
import { Area } from "./area.ts";

const id = z.object({ id: z.string() });
const GONE = { 204: { description: "It is gone." } };

export const accounts = new Area("accounts");

accounts.document({
  method: "get",
  path: "/keys",
  summary: "Keys",
  needs: "admin",
  answers: { 200: { description: "Keys, never their text.", schema: keyListSchema } },
});
accounts.document({
  method: "post",
  path: "/keys",
  summary: "Create a key",
  needs: "admin",
  body: newKeySchema,
  answers: { 201: { description: "The key, shown this once.", schema: createdKeySchema } },
});
accounts.document({
  method: "delete",
  path: "/keys/:id",
  summary: "Revoke a key",
  needs: "admin",
  params: id,
  answers: GONE,
});
accounts.document({
  method: "get",
  path: "/principals",
  summary: "Principals",
  needs: "admin",
  answers: { 200: { description: "Principals.", schema: principalListSchema } },
});
accounts.document({
  method: "delete",
  path: "/principals/:id",
  summary: "Delete a principal and everything of it",
  needs: "admin",
  params: id,
  answers: GONE,
});
