// Files beside gateway.json that its entries name, as what the Worker needs of them: of an OpenAPI description its tools (13 MB of JSON
// become 4), of a GraphQL schema the text.
import { readFileSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { describedAsset } from "../src/config/described-asset.ts";
import { offers } from "../src/upstream/around/choose-tools.ts";
import { parseDescription } from "../src/upstream/openapi/load-api.ts";
import { readApi } from "../src/upstream/openapi/read-api.ts";

/** @returns texts by their names among the assets, and what cannot be used, in words */
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
      assets.set(asset, server.type === "openapi" ? described(name, text, server.tools) : text);
    } catch (error) {
      problems.push(`mcpServers.${name}: ${path} cannot be used: ${error.message}`);
    }
  }
  return { assets, problems };
}

function described(name, text, choice) {
  const api = readApi(parseDescription(name, text, Infinity), offers(choice ?? {}));
  if (!api.ok) throw new Error(api.problem);
  return JSON.stringify(api);
}

/** What is bundled is read by everybody who can use the gateway, so it does not come from elsewhere by a slip. */
function insideOf(folder, path) {
  const full = join(folder, path);
  const from = relative(folder, full);
  if (from.startsWith("..") || isAbsolute(from)) throw new Error("it is not in the folder of gateway.json");
  return full;
}
