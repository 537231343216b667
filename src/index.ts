/** The Worker: HTTP in, Durable Object classes out. */
import { app } from "./http/app.ts";

export { Directory } from "./directory/directory.ts";
export { ResumedRuns, ScheduledRuns } from "./worker/background-runs.ts";
export { Gateway } from "./gateway/gateway.ts";
export default app;
