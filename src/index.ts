/** The Worker: HTTP in, Durable Object classes out. */
import { app } from "./http/app.ts";

export { Directory } from "./directory/directory.ts";
export { ResumedRuns } from "./worker/resumed-runs.ts";
export { ScheduledRuns } from "./worker/scheduled-runs.ts";
export { Gateway } from "./gateway/gateway.ts";
export default app;
