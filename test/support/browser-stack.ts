/** The gateways under `wrangler dev` that the browser tests use. */
export interface BrowserStack {
  /** Path of the browser; absent if there is none, and then nothing else was started. */
  readonly chromium?: string;
  /** Origin of a gateway without authentication, with servers that work and some that do not. */
  readonly open: string;
  /** Origin of a gateway that requires `key`. */
  readonly closed: string;
  /** ISOGATE_API_KEY of the closed one. */
  readonly key: string;
}
