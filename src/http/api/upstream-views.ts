/** From what a Gateway reports of an upstream to what REST answers. */
import type { Upstream } from "../../contract/upstreams.ts";
import type { UpstreamReport } from "../../upstream/upstream.ts";

export function toUpstream(
  { name, status, tools, unreadable, unchecked, credential, signsIn }: UpstreamReport,
  type: string,
): Upstream {
  const url = status.state === "down" ? status.signInUrl : undefined;
  return {
    name,
    type,
    status: status.state,
    ...(status.state === "down" && { reason: status.reason }),
    tools,
    ...(unreadable && { unreadable: [...unreadable] }),
    ...(unchecked.length > 0 && { unchecked: [...unchecked] }),
    credential: { ...credential, ...(url !== undefined && { link: url }) },
    signs_in: signsIn,
  };
}
