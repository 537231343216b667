/** The origins of the upstreams of the project "kinds", and the documented examples of its gateway. */
export interface KindsOrigins {
  readonly api: string;
  readonly tools: string;
  readonly graphql: string;
  /** What is behind the service binding, over HTTP. */
  readonly worker: string;
  /** The Worker of an McpAgent, bundled. */
  readonly agent: string;
  /** An HTTP API whose lists have pages. */
  readonly paged: string;
  /** MCP servers with resources and prompts, by era. */
  readonly features: { readonly modern: string; readonly legacy: string };
  /** Scripts of docs/upstreams.md. */
  readonly documented: readonly string[];
  /** Whether features of MCP pass through, as docs/upstreams.md says. */
  readonly documentedFeatures: readonly {
    readonly feature: string;
    readonly modern: boolean;
    readonly legacy: boolean;
  }[];
}
