/**
 * Serves what is known of earlier runs as MCP resources: `isogate://runs` lists the newest, `isogate://runs/r_…` is one of them with its
 * calls, `isogate://runs/r_…/value` and `…/logs` are stored results, whole or in part (`?path=items[3]&offset=0&limit=100`). An image or
 * audio content at the path is served as such.
 */
import { ResourceNotFoundError, type Server, type ServerContext } from "@modelcontextprotocol/server";
import type { PassedFeatures } from "./passed-features.ts";
import { handleOf, parseHandle, type ResultPart } from "../runs/results/handle.ts";
import { liftMedia, mayHoldMedia } from "../runs/results/media.ts";
import type { Part } from "../runs/results/select.ts";
import type { StoredPart } from "../runs/services/results.ts";
import { quote } from "../lib/shorten.ts";

export interface ResultResources {
  /** Stored values, newest first. */
  list(): Promise<readonly { readonly run: string; readonly expiresAt: number; readonly length: number }[]>;
  read(run: string, of: ResultPart, part: Part): Promise<StoredPart>;
  /** The newest runs, in the form of REST. */
  runs(): Promise<unknown>;
  /** A run with its calls; undefined if there is none of this id. */
  run(id: string): Promise<unknown>;
}

export type PassedResources = (
  ctx: ServerContext,
) => Promise<Pick<PassedFeatures, "resources" | "templates" | "resource" | "watchable">>;

const JSON_TYPE = "application/json";

const RUNS = "isogate://runs";
const RUN_URI = /^isogate:\/\/runs\/(r_[0-9a-z]{1,60})$/;

/** @param passed the resources of servers, for one request */
export function serveResources(server: Server, resources: ResultResources, passed: PassedResources): void {
  server.setRequestHandler("resources/list", async (_, ctx) => {
    const own = (await resources.list()).map(({ run, expiresAt, length }) => ({
      uri: handleOf(run),
      name: `value of ${run}`,
      description: `${length} characters of JSON, kept until ${new Date(expiresAt).toISOString()}`,
      mimeType: JSON_TYPE,
      size: length,
    }));
    const others = await (await passed(ctx)).resources();
    const runs = { uri: RUNS, name: "runs", description: "The newest runs, without their calls.", mimeType: JSON_TYPE };
    return { resources: [...others.filter(({ uri }) => !isOwn(uri)), runs, ...own] };
  });
  server.setRequestHandler("resources/templates/list", async (_, ctx) => ({
    resourceTemplates: [
      ...(await (await passed(ctx)).templates()).filter(({ uriTemplate }) => !isOwn(uriTemplate)),
      {
        uriTemplate: `${RUNS}/{run}`,
        name: "a run",
        description: "A run with its script and its calls.",
        mimeType: JSON_TYPE,
      },
      {
        uriTemplate: "isogate://runs/{run}/value{?path,offset,limit}",
        name: "value of a run",
        description: "What a script returned, or the part at a path like items[3].name.",
        mimeType: JSON_TYPE,
      },
      {
        uriTemplate: "isogate://runs/{run}/logs{?offset,limit}",
        name: "logs of a run",
        mimeType: JSON_TYPE,
      },
    ],
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }, ctx) => {
    const found = isOwn(uri) ? undefined : await (await passed(ctx)).resource(uri);
    if (found !== undefined) return found;
    if (uri === RUNS) return { contents: [asJson(uri, await resources.runs())] };
    const [, id] = RUN_URI.exec(uri) ?? [];
    if (id !== undefined) {
      const run = await resources.run(id);
      if (run === undefined) throw new ResourceNotFoundError(uri, `There is no run ${id}; ${RUNS} lists them.`);
      return { contents: [asJson(uri, run)] };
    }
    const wanted = parseUri(uri);
    if (wanted === undefined) {
      throw new ResourceNotFoundError(
        uri,
        `${quote(uri, 300)} is not a resource of the form ${RUNS}, ${RUNS}/r_… or ${handleOf("r_…")}?path=items[3]`,
      );
    }
    const part = await resources.read(wanted.run, wanted.of, wanted.part);
    if (!part.ok) throw new ResourceNotFoundError(uri, part.message);
    return { contents: [contentOf(uri, part.json)] };
  });
}

/** No server can take the place of the gateway's own resources. */
function isOwn(uri: string): boolean {
  return uri.startsWith("isogate:");
}

function asJson(uri: string, value: unknown) {
  return { uri, mimeType: JSON_TYPE, text: JSON.stringify(value) };
}

function contentOf(uri: string, json: string) {
  if (mayHoldMedia(json)) {
    const value: unknown = JSON.parse(json);
    const isOne = value !== null && typeof value === "object" && "mimeType" in value;
    const [block] = isOne ? liftMedia(value, 0).blocks : [];
    if (block) return { uri, mimeType: block.mimeType, blob: block.data };
  }
  return { uri, mimeType: JSON_TYPE, text: json };
}

function parseUri(uri: string): { readonly run: string; readonly of: ResultPart; readonly part: Part } | undefined {
  const end = `${uri}?`.indexOf("?");
  const handle = uri.startsWith("isogate:") ? parseHandle(uri.slice(0, end)) : undefined;
  if (handle === undefined) return undefined;
  const part: { path: string; offset?: number; limit?: number } = { path: "" };
  const seen = new Set<string>();
  for (const [name, text] of new URLSearchParams(uri.slice(end + 1))) {
    if (seen.has(name)) return undefined;
    seen.add(name);
    if (name === "path") part.path = text;
    else if ((name === "offset" || name === "limit") && /^\d{1,12}$/.test(text)) part[name] = Number(text);
    else return undefined;
  }
  return { run: handle.run, of: handle.part, part };
}
