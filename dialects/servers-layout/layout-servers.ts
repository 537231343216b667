/** The servers, tools and saved scripts that the rewriting looks up. A problem is a complete message that lists the names that exist. */
export type Found<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly problem: string };

export interface LayoutServer {
  /** The server's name in scripts. */
  readonly identifier: string;
  /** @param name the tool's own name, that name in camelCase, or its name in scripts */
  findTool(name: string): Found<{ readonly identifier: string }>;
}

export interface LayoutServers {
  /** Changes whenever an answer does; rewritten scripts are cached under it. */
  readonly version: string;
  /** @param name of a saved script, or that name in another style (`save-as-csv` for `save_as_csv`) */
  findSkill(name: string): Found<{ readonly name: string }>;
  findServer(name: string): Found<{ readonly server: LayoutServer }>;
}
