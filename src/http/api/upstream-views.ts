/** From what a Gateway reports of an upstream to what REST answers. */
import type { ServerConfig } from "../../config/gateway-config.ts";
import { isUnusable } from "../../config/parse-gateway-config.ts";
import type { Upstream } from "../../contract/upstreams.ts";
import type { UpstreamReport } from "../../upstream/upstream-report.ts";

/** @param notes of its entry in gateway.json */
export function toUpstream(
  { name, status, tools, held, unreadable, unchecked, credential, signsIn }: UpstreamReport,
  config: ServerConfig | undefined,
  notes: readonly string[],
  isAdded: boolean,
): Upstream {
  const url = status.state === "down" ? status.signInUrl : undefined;
  const unusable = config !== undefined && isUnusable(config) ? config : undefined;
  return {
    name,
    type: config?.type ?? "stdio",
    status: status.state,
    ...(status.state === "down" && { reason: unusable?.reason ?? status.reason }),
    ...(status.state !== "down" && status.reason !== undefined && { reason: status.reason }),
    ...(unusable && { fix: unusable.fix }),
    ...(notes.length > 0 && { notes: [...notes] }),
    tools,
    ...(held !== undefined && { held }),
    ...(unreadable && { unreadable: [...unreadable] }),
    ...(unchecked.length > 0 && { unchecked: [...unchecked] }),
    credential: { ...credential, ...(url !== undefined && { link: url }) },
    ...(isAdded && { added: true }),
    signs_in: signsIn,
  };
}

/** An upstream that gateway.json or an admin switches off; it is never connected to. */
export function toDisabled(name: string, config: ServerConfig, isAdded: boolean): Upstream {
  return {
    name,
    type: config.type ?? "stdio",
    status: "disabled",
    tools: 0,
    credential: { state: "none" },
    ...(isAdded && { added: true }),
    signs_in: false,
  };
}
