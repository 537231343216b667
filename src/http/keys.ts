/** `/api/v1/keys`: create, list, revoke. For admins whose credentials are not narrowed. */
import { Hono } from "hono/tiny";
import { directoryOf } from "../directory/directory-stub.ts";
import type { AppEnv } from "./app-env.ts";
import { atMost } from "./body-limit.ts";
import { toKey } from "./keys-contract.ts";
import { answerCreated, readNewKey } from "./new-key.ts";
import { refuse } from "./refuse.ts";
import { requireAdmin } from "./require-principal.ts";

const MOST_KEY_BYTES = 65_536;

export const keys = new Hono<AppEnv>();

keys.use(requireAdmin);
keys.use(atMost(MOST_KEY_BYTES));

keys.post("/", async (c) => {
  const read = await readNewKey(c, c.get("principal").id);
  if (!read.ok) return refuse(c, { status: 400, code: "INVALID_REQUEST", detail: read.detail });
  return answerCreated(c, await directoryOf(c.env).createKey(read.asked));
});

keys.get("/", async (c) => c.json({ keys: (await directoryOf(c.env).keys()).map(toKey) }));

keys.delete("/:id", async (c) => {
  if (await directoryOf(c.env).revokeKey(c.req.param("id"))) return c.body(null, 204);
  return refuse(c, {
    status: 404,
    code: "NOT_FOUND",
    detail: "There is no key with this id; GET /api/v1/keys lists them.",
  });
});
