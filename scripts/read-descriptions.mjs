// Reads files beside gateway.json to which its entries refer, and reduces them to the parts that the Worker needs: the tools of an OpenAPI
// description (13 MB of JSON become 4), the text of a GraphQL schema.
import { readFileSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { describedAsset } from "../src/config/described-asset.ts";
import { offers } from "../src/upstream/around/choose-tools.ts";
import { parseDescription } from "../src/upstream/openapi/load-api.ts";
import { readApi } from "../src/upstream/openapi/read-api.ts";

/** @returns texts by asset name, and messages about unusable files */
export function readDescriptions({ mcpServers }, folder) {
  const assets = new Map();
  const problems = [];
  for (const [name, server] of Object.entries(mcpServers)) {
    if ((server.type !== "openapi" && server.type !== "graphql") || server.disabled === true) continue;
    const asset = describedAsset(server);
    if (asset === undefined) continue;
    const path = server.type === "openapi" ? server.spec : server.sdl;
    try {
      const text = readFileSync(insideOf(folder, path), "utf8");
      assets.set(asset, server.type === "openapi" ? described(name, text, server) : text);
    } catch (error) {
      problems.push(`mcpServers.${name}: ${path} cannot be used: ${error.message}`);
    }
  }
  return { assets, problems };
}

function described(name, text, { tools = {}, auth }) {
  const api = readApi(parseDescription(name, text, true), {
    isOffered: offers(tools),
    schemes: Object.keys(auth?.schemes ?? {}),
    maxSteps: Infinity,
  });
  if (!api.ok) throw new Error(api.problem);
  return JSON.stringify(api);
}

/** All users of the gateway can read bundled files, so a mistaken path must not lead outside the folder. */
function insideOf(folder, path) {
  const full = join(folder, path);
  const from = relative(folder, full);
  if (from.startsWith("..") || isAbsolute(from)) throw new Error("it is not in the folder of gateway.json");
  return full;
}
