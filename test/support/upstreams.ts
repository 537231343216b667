/** The origins of the upstreams of the gateway under test, for projects that run in workerd. */
import { env } from "cloudflare:workers";
import type { UpstreamOrigins } from "./upstream-origins.ts";

export const upstreams = JSON.parse(env.TEST_UPSTREAMS) as UpstreamOrigins;
