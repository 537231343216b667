// Reports the problems of gateway.json. `npm run deploy` runs this first, so that no configuration is deployed that would not be used
// as written; the build runs it again, for deployments with Wrangler itself.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { credentialRemarks } from "../src/config/credential-remarks.ts";
import { parseGatewayConfig } from "../src/config/parse-gateway-config.ts";
import { undefinedLocalServer } from "../src/config/undefined-local-server.ts";
import { localServerNames } from "./local-server-names.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The texts of both files in a project without servers and without a policy. */
const EMPTY = { "gateway.json": '{"mcpServers": {}}', "policy.json": "null" };

/** @returns {import("../src/config/parse-gateway-config.ts").ConfigResult} */
export function readGatewayJson(folder = root) {
  const { gateway, policy } = readConfigFiles(folder);
  const problems = [gateway, policy].flatMap(({ problem }) => (problem === undefined ? [] : [{ text: problem }]));
  if (problems.length > 0) return { ok: false, problems };
  const result = parseGatewayConfig(gateway.text, policy.text);
  if (!result.ok) return result;
  return {
    ...result,
    problems: [...result.problems, ...undefinedServers(result.config, folder)],
    notes: [...result.notes, ...credentialNotes(result.config)],
  };
}

function credentialNotes({ mcpServers }) {
  return Object.entries(mcpServers).flatMap(([name, server]) =>
    credentialRemarks(name, server).map((text) => ({ text })),
  );
}

/** @returns for each file its text, or a sentence that says why it cannot be read */
export function readConfigFiles(folder) {
  const [gateway, policy] = Object.keys(EMPTY).map((name) => readOrExplain(join(folder, name), name));
  return { gateway, policy };
}

/** Entries of tools in code that local-servers.ts does not define. */
function undefinedServers({ mcpServers }, folder) {
  const path = join(folder, "local-servers.ts");
  const names = existsSync(path) ? localServerNames(readFileSync(path, "utf8")) : undefined;
  if (names === undefined) return [];
  return Object.entries(mcpServers)
    .filter(([name, { type, disabled }]) => type === "local" && disabled !== true && !names.includes(name))
    .map(([name]) => ({ server: name, text: undefinedLocalServer(name, names) }));
}

function readOrExplain(path, name) {
  try {
    return { text: readFileSync(path, "utf8") };
  } catch (error) {
    const restore = `git checkout ${name} brings back that of the repository; an empty one is ${EMPTY[name]}.`;
    if (error.code === "ENOENT") return { problem: `There is no file ${name} in ${dirname(path)}: ${restore}` };
    if (error.code === "EISDIR") return { problem: `${path} is a folder, not a file: move it away. ${restore}` };
    return { problem: `${path} cannot be read: ${error.message}.` };
  }
}

/** @returns {string} a line for each part that is not used as written; empty if there is none */
export function remarksOn(result) {
  const problems = result.problems.map(({ text }) => `  ${text}\n`);
  const notes = result.ok ? result.notes.map(({ text }) => `  ${text} (a note)\n`) : [];
  return [...problems, ...notes].join("");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const result = readGatewayJson();
  const remarks = remarksOn(result);
  if (remarks !== "") process.stderr.write(`gateway.json:\n${remarks}`);
  if (result.problems.length > 0) {
    console.error(
      'Nothing was deployed. Fix gateway.json first; a server that is not ready yet can have "disabled": true.',
    );
    process.exitCode = 1;
  }
}
