/** `doctor`: what is wrong with the deployment, in words. For admins: it names secrets, never their values. */
import { examinationSchema } from "../../contract/doctor.ts";
import { loadConfig } from "../../config/load-config.ts";
import { gatewayOf } from "../../rpc/gateway-stub.ts";
import { bundledPackages } from "../../worker/guest-assets.ts";
import { originOf } from "../origin.ts";
import { Area, reply } from "./area.ts";
import { examine } from "./doctor-checks.ts";

export const doctor = new Area("doctor");

doctor.on(
  "get /doctor",
  {
    summary: "Every upstream, secret, binding and limit: how it is, and what to do about it",
    needs: "admin",
    answers: reply(200, "Checks.", examinationSchema),
  },
  async ({ c }) => {
    const { problems, ...loaded } = loadConfig(c.env);
    const notes = loaded.ok && "notes" in loaded ? loaded.notes : [];
    const [reports, bundled] = await Promise.all([
      gatewayOf(c.env, c.get("principal").id).upstreams(originOf(c)),
      bundledPackages(c.env),
    ]);
    const checks = examine({ config: c.get("config"), problems, notes, env: c.env, reports, bundled });
    return Response.json({ ok: checks.every(({ state }) => state !== "problem"), checks });
  },
);
