/**
 * Reads import specifiers of the layout: `./servers/google-drive`, its index file, or the file of one tool, with or
 * without an extension of JavaScript or TypeScript, from any depth (`../servers/…`).
 */
export interface LayoutPath {
  readonly server: string;
  /** Absent for the whole server. */
  readonly tool?: string;
}

export function readSpecifier(specifier: string | undefined): LayoutPath | undefined {
  const [, server, file = ""] = /^(?:\.{1,2}\/)+servers\/([^/]+)(?:\/([^/]*))?$/.exec(specifier ?? "") ?? [];
  if (server === undefined) return undefined;
  const tool = withoutExtension(file);
  if (tool === "" || tool === "index") return { server: file === "" ? withoutExtension(server) : server };
  return { server, tool };
}

function withoutExtension(file: string): string {
  return file.replace(/(?:\.d)?\.[cm]?[jt]s$/, "");
}
