/** The deployment's static assets, which only its own Worker reads (wrangler.toml, `run_worker_first`). */
export interface Assets {
  fetch(url: string): Promise<Response>;
}

export function assetsOf(env: Readonly<Record<string, unknown>>): Assets | undefined {
  const assets = env["ASSETS"];
  const isBinding = typeof assets === "object" && assets !== null && "fetch" in assets;
  return isBinding ? (assets as Assets) : undefined;
}
