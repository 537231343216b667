/** `doctor`: what is wrong with the deployment, in words. For admins: it names secrets, never their values. */
import { examinationSchema } from "../../contract/doctor.ts";
import { loadConfig } from "../../config/load-config.ts";
import { bundledPackages } from "../../worker/guest-assets.ts";
import { originOf } from "../origin.ts";
import { ownGateway } from "../own-gateway.ts";
import { Area, reply } from "./area.ts";
import { examine } from "./doctor-checks.ts";

export const doctor = new Area("doctor");

doctor.on(
  "get /doctor",
  {
    summary: "Check every upstream, secret, binding and limit, with the fix for each problem",
    needs: "admin",
    answers: reply(200, "Checks.", examinationSchema),
  },
  async ({ c }) => {
    const { problems, ...loaded } = loadConfig(c.env);
    const notes = loaded.ok && "notes" in loaded ? loaded.notes : [];
    const config = c.get("config");
    const gateway = ownGateway(c);
    const [reports, bundled, unopened, unlisted] = await Promise.all([
      gateway.checkUpstreams(originOf(c)),
      bundledPackages(c.env),
      gateway.unopenedValues(),
      config.policy === undefined ? [] : gateway.unlistedNames(config.policy),
    ]);
    const ofRules = unlisted.map(({ path, message, fix }) => ({ text: `policy${path}: ${message} ${fix}` }));
    const inFile = loaded.ok ? loaded.config.mcpServers : {};
    const found = { config, inFile, problems, notes: [...notes, ...ofRules], env: c.env, reports, bundled, unopened };
    const checks = examine(found);
    return Response.json({ ok: checks.every(({ state }) => state !== "problem"), checks });
  },
);
