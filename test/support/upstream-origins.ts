/** Where the upstreams of the gateway under test listen. */
export interface UpstreamOrigins {
  readonly everything: string;
  readonly modern: string;
  readonly legacy: string;
  readonly odd: string;
  readonly annotated: string;
  readonly silent: string;
  /** Says what it was sent, wherever it can. */
  readonly leaky: string;
  /** MCP servers behind OAuth. */
  readonly protectedOne: string;
  /** Documents that redirect, never end or stay away; two origins of them. */
  readonly documents: string;
  readonly elsewhere: string;
}
