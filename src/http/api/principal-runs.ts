/** `principals/:id/runs`: for admins, that a principal's runs happened and how they went; what they did is the principal's own. */
import { runSchema } from "../../contract/runs.ts";
import * as z from "zod";
import { directoryOf } from "../../rpc/directory-stub.ts";
import { gatewayOf } from "../../rpc/gateway-stub.ts";
import { Area, reply } from "./area.ts";
import { missing } from "./problem.ts";
import { cursor } from "./runs.ts";
import { runOf } from "../../ledger/run-views.ts";
import { wholeNumber } from "./whole-number.ts";

/** Without `title` and `message`, which are words of the script, and the names of saved scripts. */
const runMetadataSchema = runSchema.omit({ title: true, message: true, script: true });

export const principalRuns = new Area("principals");

principalRuns.on(
  "get /principals/:id/runs",
  {
    summary: "Run metadata of another principal, newest first",
    needs: "admin",
    params: z.object({ id: z.string().max(200) }),
    query: z.strictObject({
      cursor: cursor.optional(),
      limit: wholeNumber(1, 200).default(50),
    }),
    answers: reply(
      200,
      "A page of runs, without scripts, calls and results.",
      z.object({ runs: z.array(runMetadataSchema), next: z.string().optional() }),
    ),
  },
  async ({ params: { id }, query: { cursor: before, limit }, c }) => {
    const known = await directoryOf(c.env).principals();
    if (!known.some((principal) => principal.id === id)) {
      return missing("principal with this id", "principals");
    }
    const page = await gatewayOf(c.env, id).listRuns({
      limit,
      ...(before !== undefined && { before }),
    });
    const runs = page.runs.map((run) => runMetadataSchema.parse(runOf(run)));
    return Response.json({ runs, ...(page.next !== undefined && { next: page.next }) });
  },
);
