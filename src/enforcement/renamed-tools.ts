/** The tools that gateway.json shows under another name than their servers do (`tools.rename`). */
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { OriginalPaths } from "../policy/values/tool-pattern.ts";

export interface RenamedTools {
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
  for (const [server, entry] of Object.entries(mcpServers)) {
    const rename = "tools" in entry ? entry.tools?.rename : undefined;
    for (const [original, shown] of Object.entries(rename ?? {})) {
      const path = `${server}.${shown}`;
      originals.set(path, [...(originals.get(path) ?? []), `${server}.${original}`]);
    }
  }
  const renamed: RenamedTools = {
    text: JSON.stringify([...originals]),
    originals: (path) => originals.get(path) ?? [],
  };
  known.set(mcpServers, renamed);
  return renamed;
}
