// The MCP SDK's client and server packages each carry a copy of the same core: protocol, schemas of every revision. The Worker has
// both packages; the client's copy is cut down to what the server's lacks (23 kB gzip of the upload).
import { Buffer } from "node:buffer";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { shareDeclarations } from "./share-declarations.mjs";
import { writeIfChanged } from "./write-if-changed.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const built = join(root, "dist/mcp-sdk");

export function shareSdkCore() {
  const [server, client] = [coreOf("server"), coreOf("client")];
  const shared = shareDeclarations(server, client, "./server-core.mjs");
  write("server-core.mjs", server, shared.first);
  write("client-core.mjs", client, shared.second);
}

/** The one chunk that a package's entry has of the core. Its name changes with every release, and [alias] has to name it. */
function coreOf(name) {
  const folder = join(root, "node_modules/@modelcontextprotocol", name, "dist");
  const chunks = readdirSync(folder).filter((file) => /^src-.*\.mjs$/.test(file));
  const [chunk] = chunks;
  const alias = `"./${chunk}" = "./dist/mcp-sdk/${name}-core.mjs"`;
  if (chunks.length !== 1 || !readFileSync(join(root, "wrangler.toml"), "utf8").includes(alias)) {
    throw new Error(
      `The core of ${folder} is ${chunks.join(", ") || "missing"}; [alias] of wrangler.toml needs ${alias}.`,
    );
  }
  const originOf = (source) => (source.startsWith("./") ? contentsOf(join(folder, source)) : source);
  return { folder, text: readFileSync(join(folder, chunk), "utf8"), originOf };
}

function contentsOf(path) {
  return readFileSync(path, "utf8").replace(/\/\/# sourceMappingURL=.*/, "");
}

/** Beside its neighbours still, and its source map. */
function write(name, { folder }, text) {
  const home = relative(built, folder);
  const moved = text
    .replaceAll(/^(import .* from ")\.\/(?!server-core)/gm, `$1${home}/`)
    .replace("//# sourceMappingURL=", `$&${home}/`);
  writeIfChanged(join(built, name), Buffer.from(moved));
}
