/** What the setup of the workerd project provides to its tests. */
import type { UpstreamOrigins } from "./upstream-origins.ts";

declare module "vitest" {
  interface ProvidedContext {
    upstreams: UpstreamOrigins;
  }
}
