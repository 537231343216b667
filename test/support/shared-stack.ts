/** The gateway that most end-to-end tests share, and the fixture upstreams behind it. */
export interface SharedStack {
  /** Origin of the gateway. */
  readonly origin: string;
  /** Its MCP endpoint. */
  readonly url: string;
  /** Origin of the 2026-07-28 fixture upstream. */
  readonly modern: string;
  /** Origin of the 2025-era fixture upstream. */
  readonly legacy: string;
}
