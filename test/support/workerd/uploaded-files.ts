/** What `wrangler deploy` would upload, on disk. */
export interface Bundle {
  readonly directory: string;
  /** File names; the entry is index.js, all others are text modules. */
  readonly modules: readonly string[];
  /** The static assets. */
  readonly assets: string;
  /** What wrangler printed when it built them. */
  readonly printed: string;
}
