/** Where the upstreams of the gateway under test listen. */
export interface UpstreamOrigins {
  readonly everything: string;
  readonly modern: string;
  readonly legacy: string;
  readonly odd: string;
  readonly silent: string;
}
