/** What the browser tests look at: gateways under `wrangler dev`. */
export interface BrowserStack {
  /** Path of the browser; absent where there is none, and then nothing else was started. */
  readonly chromium?: string;
  /** Origin of a gateway that lets everybody in, with servers that work and some that do not. */
  readonly open: string;
  /** Origin of a gateway that asks for `key`. */
  readonly closed: string;
  /** ISOGATE_API_KEY of the closed one. */
  readonly key: string;
}
