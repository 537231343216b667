/**
 * Reads import specifiers of the layout: `./servers`, `./servers/google-drive`, its index file, or the file of one tool; `./skills` or the file of one
 * saved script; the client by which generated files call tools; `fs/promises`, `fs` and `path`. With or without an extension of JavaScript or TypeScript, from
 * any depth (`../servers/…`).
 */
export type LayoutPath =
  | ServerPath
  | { readonly kind: "servers" }
  | { readonly kind: "skills"; /** Absent for all of them. */ readonly name?: string }
  | { readonly kind: "client" }
  | { readonly kind: "files"; /** `fs` and not `fs/promises`. */ readonly hasCallbacks: boolean }
  | { readonly kind: "path" };

export interface ServerPath {
  readonly kind: "server";
  readonly server: string;
  /** Absent for the whole server. */
  readonly tool?: string;
}

export function readSpecifier(specifier = ""): LayoutPath | undefined {
  const ofNode = specifier.replace(/^node:/, "");
  if (ofNode === "fs/promises" || ofNode === "fs") return { kind: "files", hasCallbacks: ofNode === "fs" };
  if (ofNode === "path" || ofNode === "path/posix") return { kind: "path" };
  const [, path] = /^(?:\.{1,2}\/)+([^.].*)$/s.exec(specifier) ?? [];
  const [folder = "", name = "", file = "", ...deeper] = path?.split("/") ?? [];
  if (deeper.length > 0 || path?.includes("//") === true) return undefined;
  if (withoutExtension(folder) === "client" && name === "") return { kind: "client" };
  if (folder === "skills" && file === "") return skillsPath(withoutExtension(name));
  if (folder === "servers" && file === "" && ["", "index"].includes(withoutExtension(name))) return { kind: "servers" };
  if (folder === "servers" && name !== "") return serverPath(name, file);
  return undefined;
}

function skillsPath(name: string): LayoutPath {
  return name === "" || name === "index" ? { kind: "skills" } : { kind: "skills", name };
}

function serverPath(server: string, file: string): ServerPath {
  const tool = withoutExtension(file);
  if (tool !== "" && tool !== "index") return { kind: "server", server, tool };
  return { kind: "server", server: file === "" ? withoutExtension(server) : server };
}

export function withoutExtension(file: string): string {
  return file.replace(/(?:\.d)?\.[cm]?[jt]s$/, "");
}
