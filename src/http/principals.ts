/** `/api/v1/principals`: who has a Gateway; removing one removes everything it holds. For admins whose credentials are not narrowed. */
import { Hono } from "hono/tiny";
import { directoryOf } from "../directory/directory-stub.ts";
import type { AppEnv } from "./app-env.ts";
import { toPrincipal } from "./principals-contract.ts";
import { refuse } from "./refuse.ts";
import { requireAdmin } from "./require-principal.ts";

export const principals = new Hono<AppEnv>();

principals.use(requireAdmin);

principals.get("/", async (c) => c.json({ principals: (await directoryOf(c.env).principals()).map(toPrincipal) }));

principals.delete("/:id", async (c) => {
  const id = c.req.param("id");
  if (id === c.get("principal").id) {
    const detail = "These credentials belong to this principal; another admin has to remove it.";
    return refuse(c, { status: 409, code: "CONFLICT", detail });
  }
  if (await directoryOf(c.env).removePrincipal(id)) return c.body(null, 204);
  const detail = "There is no principal with this id; GET /api/v1/principals lists them.";
  return refuse(c, { status: 404, code: "NOT_FOUND", detail });
});
