/** Where the upstreams of the project "kinds" listen, and what its gateway is documented to do. */
export interface KindsOrigins {
  readonly api: string;
  readonly tools: string;
  readonly graphql: string;
  /** Scripts of docs/upstreams.md. */
  readonly documented: readonly string[];
}
