/** What the setups of the test projects provide to their tests. */
import type { SharedStack } from "./shared-stack.ts";
import type { UpstreamOrigins } from "./upstream-origins.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Project "workerd". */
    upstreams: UpstreamOrigins;
    /** Project "e2e". */
    stack: SharedStack;
  }
}
