/**
 * Other paths of tools by which a policy may name them: the name that their server gives them where gateway.json shows another (`tools.rename`), and the
 * identifier of a server whose name has dots.
 */
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { OriginalPaths } from "../policy/values/tool-pattern.ts";

interface RenamedTools {
  /** The same for the same names. */
  readonly text: string;
  readonly originals: OriginalPaths;
}

const known = new WeakMap<GatewayConfig["mcpServers"], RenamedTools>();

/**
 * A name that another tool of the server has keeps that tool, and the other one is not renamed (upstream/around/choose-tools.ts). Without the server's
 * list this is not known, so rules about the tool that was to be renamed restrict both.
 */
export function renamedTools(mcpServers: GatewayConfig["mcpServers"]): RenamedTools {
  const before = known.get(mcpServers);
  if (before !== undefined) return before;
  const originals = new Map<string, string[]>();
  const dotted = Object.keys(mcpServers).filter((server) => server.includes("."));
  for (const [server, entry] of Object.entries(mcpServers)) {
    const rename = "tools" in entry ? entry.tools?.rename : undefined;
    for (const [original, shown] of Object.entries(rename ?? {})) {
      const path = `${server}.${shown}`;
      originals.set(path, [...(originals.get(path) ?? []), `${server}.${original}`]);
    }
  }
  const renamed: RenamedTools = {
    text: JSON.stringify([[...originals], dotted]),
    originals: (path) => [...(originals.get(path) ?? []), ...dotted.flatMap((server) => asIdentifier(path, server))],
  };
  known.set(mcpServers, renamed);
  return renamed;
}

/** @returns `io_files.read` for `io.files.read` of the server `io.files` */
function asIdentifier(path: string, server: string): readonly string[] {
  return path.startsWith(`${server}.`) ? [`${server.replaceAll(".", "_")}${path.slice(server.length)}`] : [];
}
