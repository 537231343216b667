/**
 * Calls of a run, with the scripts in it, that were answered and may have changed something. A script that fails after them is likely to be mended
 * and sent again as a whole, which makes them again; a hint says so where there is no other.
 */
import type { HostReply, ToolCall } from "../../worker-loader/index.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { findServer } from "../catalog/find-server.ts";
import { isReadingRequest } from "../enforcement/call-tier.ts";
import { parseJson } from "../lib/parse-json.ts";
import { classify } from "../policy/tiers.ts";
import type { ToolDefinition } from "../upstream/connector.ts";
import { FETCH_KEY, FETCH_SERVER } from "../upstream/script-fetch/fetch-tool.ts";
import { readsByName } from "./services/ncp-candidates.ts";

const MAX_NAMED = 5;
/** The end of a tool's name in a request for one page of its list. */
const PAGE = /\.all$/;
/** The tool of `fetch`, and the name by which a script requests an operation of an HTTP API by method and path. */
const REQUEST = "request";

/** A name decides on no permission, and is enough for a remark: few servers say which of their tools read. */
function isCalledReading({ name, annotations }: ToolDefinition): boolean {
  return annotations?.readOnlyHint === undefined && readsByName(name);
}

interface Counted {
  readonly call: Pick<ToolCall, "server" | "tool">;
  count: number;
  /** Those that are no request that only reads, where one name stands for requests of every method. */
  changing: number;
}

export class DoneCalls {
  readonly #counts = new Map<string, Counted>();

  async watch({ server, tool, args }: ToolCall, reply: Promise<HostReply>): Promise<HostReply> {
    const answered = await reply;
    if (!("ok" in answered) || !answered.ok) return answered;
    const path = server === FETCH_KEY ? FETCH_SERVER : `${server}.${tool}`;
    const counted = this.#counts.get(path) ?? { call: { server, tool }, count: 0, changing: 0 };
    counted.count += 1;
    if (tool !== REQUEST || !isReadingRequest(parseJson(args))) counted.changing += 1;
    this.#counts.set(path, counted);
    return answered;
  }

  /** @returns a hint for a failed run; undefined if only tools that read were answered */
  describe({ servers }: Pick<Catalog, "servers">): string | undefined {
    const changing = [...this.#counts].flatMap(([path, { call, count, changing: requests }]) => {
      const tool = findServer(call.server, servers)?.table.find(call.tool.replace(PAGE, ""));
      if (tool === undefined) return requests > 0 ? [{ path, count: requests }] : [];
      return classify(tool).tier === "read" || isCalledReading(tool) ? [] : [{ path, count }];
    });
    if (changing.length === 0) return undefined;
    const named = changing.slice(0, MAX_NAMED).map(({ path, count }) => (count === 1 ? path : `${path} (${count})`));
    const more = changing.length > MAX_NAMED ? ` and ${changing.length - MAX_NAMED} more` : "";
    const them = changing.length === 1 && changing[0]?.count === 1 ? "it" : "them";
    return `Answered before the script failed: ${named.join(", ")}${more}. Running the script again makes ${them} again.`;
  }
}
