/** The origins of the upstreams of the gateway under test. */
export interface UpstreamOrigins {
  readonly everything: string;
  readonly modern: string;
  readonly legacy: string;
  readonly odd: string;
  readonly annotated: string;
  readonly silent: string;
  /** An upstream that repeats received data wherever it can. */
  readonly leaky: string;
  /** MCP servers behind OAuth. */
  readonly protectedOne: string;
  /** The realm of the server `robot`, which the gateways of one Worker use and no others. */
  readonly robotRealm: string;
  /** Documents that redirect, never end or are never sent, on two origins. */
  readonly documents: string;
  readonly elsewhere: string;
}
