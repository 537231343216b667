/**
 * Calls of a run, with the scripts in it, that were answered and may have changed something. A script that fails after them is likely to be mended
 * and sent again as a whole, which makes them again; a hint says so where there is no other.
 */
import type { HostReply, ToolCall } from "../../worker-loader/index.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { findServer } from "../catalog/find-server.ts";
import { classify } from "../policy/tiers.ts";
import type { ToolDefinition } from "../upstream/connector.ts";
import { readsByName } from "./services/ncp-candidates.ts";

const MAX_NAMED = 5;

/** A name decides on no permission, and is enough for a remark: few servers say which of their tools read. */
function isCalledReading({ name, annotations }: ToolDefinition): boolean {
  return annotations?.readOnlyHint === undefined && readsByName(name);
}

export class DoneCalls {
  readonly #counts = new Map<string, { readonly call: Pick<ToolCall, "server" | "tool">; count: number }>();

  async watch({ server, tool }: ToolCall, reply: Promise<HostReply>): Promise<HostReply> {
    const answered = await reply;
    if (!("ok" in answered) || !answered.ok) return answered;
    const path = `${server}.${tool}`;
    const counted = this.#counts.get(path) ?? { call: { server, tool }, count: 0 };
    counted.count += 1;
    this.#counts.set(path, counted);
    return answered;
  }

  /** @returns a hint for a failed run; undefined if only tools that read were answered */
  describe({ servers }: Pick<Catalog, "servers">): string | undefined {
    const changing = [...this.#counts].filter(([, { call }]) => {
      const tool = findServer(call.server, servers)?.table.find(call.tool);
      return tool === undefined || !(classify(tool).tier === "read" || isCalledReading(tool));
    });
    if (changing.length === 0) return undefined;
    const named = changing.slice(0, MAX_NAMED).map(([path, { count }]) => (count === 1 ? path : `${path} (${count})`));
    const more = changing.length > MAX_NAMED ? ` and ${changing.length - MAX_NAMED} more` : "";
    const them = changing.length === 1 && changing[0]?.[1].count === 1 ? "it" : "them";
    return `Answered before the script failed: ${named.join(", ")}${more}. Running the script again makes ${them} again.`;
  }
}
