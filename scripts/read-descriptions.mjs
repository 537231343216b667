// Reads files beside gateway.json to which its entries refer, and reduces them to the parts that the Worker needs: the tools of an OpenAPI
// description (13 MB of JSON become 4), the text of a GraphQL schema. A file that cannot be used stands there with the reason, because the
// output of the build is not seen everywhere: the Worker says it of the upstream.
import { readFileSync, realpathSync } from "node:fs";
import { basename, isAbsolute, relative, resolve, sep } from "node:path";
import { describedAsset } from "../src/config/described-asset.ts";
import { offers, unmatched } from "../src/upstream/around/choose-tools.ts";
import { readSchema } from "../src/upstream/graphql/load-schema.ts";
import { parseDescription } from "../src/upstream/openapi/load-api.ts";
import { readApi } from "../src/upstream/openapi/read-api.ts";

const AGAIN = "Correct it and build again (npm start, npx wrangler dev and npx wrangler deploy do).";

/**
 * @returns JSON texts by asset name, and messages about unusable descriptions, those in the entries themselves included. A text is
 *   `{ok: false, problem}`; else of OpenAPI the answer of `readApi`, of GraphQL `{ok: true, sdl}`
 */
export function readDescriptions({ mcpServers }, folder) {
  const assets = new Map();
  const problems = [];
  for (const [name, server] of Object.entries(mcpServers)) {
    if ((server.type !== "openapi" && server.type !== "graphql") || server.disabled === true) continue;
    const isApi = server.type === "openapi";
    const given = isApi ? server.spec : server.sdl;
    const asset = describedAsset(server);
    const isFile = asset !== undefined;
    // The Worker asks the API itself: it reads an address, and a schema by introspection.
    if (!isFile && (given === undefined || (isApi && typeof given === "string"))) continue;
    try {
      const text = isFile ? readFileSync(insideOf(folder, given), "utf8") : textOf(given);
      const description = isApi ? describedApi(name, text, server, isFile) : describedSchema(name, text);
      if (isFile) assets.set(asset, JSON.stringify(description));
    } catch (error) {
      const subject = isFile ? given : `Its ${isApi ? "spec" : "sdl"}`;
      const problem = `${subject} cannot be used: ${reasonOf(error).replace(/\.$/, "")}.`;
      problems.push(`mcpServers.${name}: ${problem}`);
      if (isFile) assets.set(asset, JSON.stringify({ ok: false, problem: `${problem} ${AGAIN}` }));
    }
  }
  return { assets, problems };
}

function textOf(given) {
  return typeof given === "string" ? given : JSON.stringify(given);
}

/** @param isFile true if the build reads the description, and false if the Worker will, which has less time for it */
function describedApi(name, text, { tools = {}, auth }, isFile) {
  const api = readApi(parseDescription(name, text, isFile), {
    isOffered: offers(tools),
    unmatched: unmatched(tools),
    schemes: Object.keys(auth?.schemes ?? {}),
    ...(isFile && { maxSteps: Infinity }),
  });
  if (!api.ok) throw new Error(api.problem);
  return api;
}

function describedSchema(name, sdl) {
  readSchema(name, { text: sdl, isSdl: true });
  return { ok: true, sdl };
}

function reasonOf(error) {
  if (error.code === "ENOENT") return "there is no such file beside gateway.json";
  return error.code === "EISDIR" ? "it is a folder" : error.message;
}

/** All users of the gateway can read bundled files, so a mistaken path must not lead outside the folder. */
function insideOf(folder, path) {
  const full = resolve(folder, path);
  // A link in the folder may lead out of it.
  if (isOutside(folder, full) || isOutside(realpathSync(folder), realpathSync(full)))
    throw new Error(`it is not in the folder of gateway.json. Copy it there and write "./${basename(path)}"`);
  return full;
}

function isOutside(folder, path) {
  const from = relative(folder, path);
  return from === ".." || from.startsWith(`..${sep}`) || isAbsolute(from);
}
