/** Values that the setups of the test projects provide to their tests. */
import type { BrowserStack } from "./browser-stack.ts";
import type { KindsOrigins } from "./kinds-origins.ts";
import type { SharedStack } from "./shared-stack.ts";
import type { UpstreamOrigins } from "./upstream-origins.ts";
import type { Bundle } from "./workerd/uploaded-files.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Project "workerd". */
    upstreams: UpstreamOrigins;
    /** Project "dialects": origin of the servers of sample-upstreams.ts. */
    sampleUpstreams: string;
    /** Project "dialects": MCP endpoint of the reference server. */
    everything: string;
    /** Project "traps": origins of the hostile server and of the honest one. */
    traps: { readonly hostile: string; readonly honest: string };
    /** Project "kinds": origins of an HTTP API, an MCP server and others. */
    kinds: KindsOrigins;
    /** Project "e2e": the Worker, built once. */
    bundle: Bundle;
    /** Project "e2e". */
    stack: SharedStack;
    /** Project "browser". */
    browser: BrowserStack;
  }
}
