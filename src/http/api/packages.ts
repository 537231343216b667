/** `packages`: what scripts may import, and which approvals of packages last. */
import * as z from "zod";
import { configuredPackages } from "../../config/packages.ts";
import { packagesSchema, type PackagesView } from "../../contract/packages.ts";
import { bundledPackages } from "../../worker/guest-assets.ts";
import { ownGateway } from "../own-gateway.ts";
import { Area, reply } from "./area.ts";
import { missing, noContent } from "./problem.ts";
import { isoTime } from "../../lib/iso-time.ts";

export const packages = new Area("packages");

packages.on(
  "get /packages",
  {
    summary: "List packages that scripts may import, and approvals of packages for longer than a run",
    answers: reply(200, "Packages and approvals.", packagesSchema),
  },
  async ({ c }) => {
    const [bundled, grants] = await Promise.all([bundledPackages(c.env), ownGateway(c).listPackageGrants()]);
    const view: PackagesView = {
      packages: configuredPackages(c.get("config").packages).map(({ name, needsApproval }) => ({
        name,
        ...bundled.get(name),
        require_approval: needsApproval,
      })),
      approved: grants.flatMap(({ id, name, version, sha256, scope, until, granted_at, granted_by, channel }) => {
        if (scope === "run") return [];
        const lapses = scope === "minutes" && { until: isoTime(until) };
        return {
          id,
          name,
          version,
          for: scope,
          ...lapses,
          granted_at: isoTime(granted_at),
          granted_by,
          granted_via: channel,
          is_current: bundled.get(name)?.sha256 === sha256,
        };
      }),
    };
    return Response.json(view);
  },
);

packages.on(
  "delete /packages/approved/:id",
  {
    summary: "Withdraw an approval of a package; the next script that imports it needs approval again",
    needs: "full",
    params: z.object({ id: z.string().max(100) }),
    answers: reply(204, "The approval was withdrawn."),
  },
  async ({ params: { id }, c }) => {
    if (await ownGateway(c).withdrawPackageGrant(id)) return noContent();
    return missing(`approval ${id} of a package`, "packages");
  },
);
