/** What the rewriting has to know of the servers there are. Problems are whole messages, with what exists instead. */
export type Found<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly problem: string };

export interface LayoutServer {
  /** As scripts name it. */
  readonly identifier: string;
  /** @param name as the tool is called, or in camelCase, or as scripts name it */
  findTool(name: string): Found<{ readonly identifier: string }>;
}

export interface LayoutServers {
  /** Is another one whenever an answer is: what was rewritten is remembered by it. */
  readonly version: string;
  findServer(name: string): Found<{ readonly server: LayoutServer }>;
}
