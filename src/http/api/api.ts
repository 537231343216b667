/** `/api/v1`: what people and programs ask of the gateway besides MCP. One file per area; this one puts them together. */
import { originOf } from "../origin.ts";
import { refusalAfter } from "../refuse.ts";
import { Hono } from "hono/tiny";
import type { AppEnv } from "../app-env.ts";
import { codemode } from "../codemode.ts";
import { accounts } from "./accounts.ts";
import { addedUpstreams } from "./added-upstreams.ts";
import { approvals } from "./approvals.ts";
import { catalogArea } from "./catalog.ts";
import { code } from "./code.ts";
import { doctor } from "./doctor.ts";
import { files } from "./files.ts";
import { openApiDocument } from "./openapi.ts";
import { packages } from "./packages.ts";
import { principalRuns } from "./principal-runs.ts";
import { pins } from "./pins.ts";
import { policy } from "./policy.ts";
import { notFound, problem } from "./problem.ts";
import { runs } from "./runs.ts";
import { schedules } from "./schedules.ts";
import { scripts } from "./scripts.ts";
import { upstreams } from "./upstreams.ts";
import { usage } from "./usage.ts";

const AREAS = [
  accounts,
  code,
  runs,
  approvals,
  packages,
  scripts,
  files,
  schedules,
  catalogArea,
  upstreams,
  addedUpstreams,
  policy,
  pins,
  doctor,
  usage,
  principalRuns,
  codemode,
];

export const api = new Hono<AppEnv>();

for (const area of AREAS) api.route("/", area.app);

api.get("/openapi.json", (c) => c.json(openApiDocument(AREAS, originOf(c))));

api.all("*", (c) => {
  const detail = `There is no endpoint ${c.req.method} ${c.req.path}; /api/v1/openapi.json lists the endpoints.`;
  return notFound(detail);
});

api.onError((error, c) => problem(refusalAfter(error, c)));
