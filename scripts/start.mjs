// `npm start`: a real upstream, the gateway, and one sample script through both; then it stays up.
// `npm start -- --once` ends after the sample, with its status.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { parseGatewayConfig } from "../src/config/parse-gateway-config.ts";
import { addMissingDevVars, devVar } from "./dev-vars.mjs";
import { stopAll } from "./processes.mjs";
import { root, startEverything, startGateway } from "./stack.mjs";

const GATEWAY_PORT = 8787;
const EVERYTHING_PORT = 3101;

const known = ["--once"];
const unknown = process.argv.slice(2).filter((argument) => !known.includes(argument));
if (unknown.length > 0) {
  console.error(`npm start does not know ${unknown.join(" ")}; it takes ${known.join(" ")}.`);
  process.exit(2);
}
const once = process.argv.includes("--once");

let stopping;
function stop(status) {
  stopping ??= stopAll().then(() => process.exit(status));
  return stopping;
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop(signal === "SIGINT" ? 0 : 1));

try {
  const config = readConfig();
  console.log("Starting a sample MCP server and the gateway …");
  const everything = await startEverything({ port: EVERYTHING_PORT });
  named("sample server", EVERYTHING_PORT, everything.port);
  addMissingDevVars();
  const gateway = await startGateway({
    port: GATEWAY_PORT,
    config: { ...config, mcpServers: { everything: { type: "http", url: everything.url }, ...config.mcpServers } },
  });
  named("gateway", GATEWAY_PORT, gateway.port);
  const ok = await runSample(gateway.url);
  if (once) {
    await stop(ok ? 0 : 1);
  } else {
    console.log(`
MCP endpoint   ${gateway.url}
Dashboard      ${gateway.origin}/dashboard
Connect        claude mcp add --transport http isogate ${gateway.url}
Try it         npx isogate code exec --code "(await notes.list_notes()).notes.length"${gateway.port === GATEWAY_PORT ? "" : ` --url ${gateway.origin}`}
${await setupLine(gateway.origin)}Stop           Ctrl-C`);
    const status = await Promise.race([gateway.exited, everything.exited]);
    if (stopping === undefined) {
      console.error(
        `A process ended by itself (status ${status}); its last words are in .isogate/. Stopping the rest.`,
      );
      await stop(1);
    }
  }
} catch (error) {
  if (stopping === undefined) console.error(error instanceof Error ? error.message : error);
  await stop(1);
}

function readConfig() {
  const parsed = parseGatewayConfig(readFileSync(join(root, "gateway.json"), "utf8"));
  if (!parsed.ok)
    throw new Error(`gateway.json is invalid:\n${parsed.problems.map(({ text }) => `  ${text}`).join("\n")}`);
  return parsed.config;
}

function named(what, wanted, got) {
  if (wanted !== got) console.log(`Port ${wanted} is taken; the ${what} uses ${got}.`);
}

async function runSample(url) {
  const code = readFileSync(join(root, "scripts/sample-script.js"), "utf8").trimEnd();
  const client = new Client({ name: "npm-start", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: ownHeaders() } }));
  console.log(`\nScript\n${indent(code)}\n\nCalls`);
  const result = await client.callTool(
    { name: "execute_code", arguments: { code } },
    { onprogress: ({ message }) => console.log(`  ${message}`) },
  );
  const answer = JSON.parse(result.content[0].text);
  console.log(`\nAnswer\n${indent(JSON.stringify(answer, null, 2))}`);
  await client.close();
  return answer.ok === true;
}

function ownHeaders() {
  const key = devVar("ISOGATE_API_KEY");
  return key ? { Authorization: `Bearer ${key}` } : {};
}

/** Only while there is no key: afterwards the token is good for nothing. */
async function setupLine(origin) {
  const response = await fetch(`${origin}/api/v1/keys`, { headers: ownHeaders() });
  const { keys = [] } = response.ok ? await response.json() : {};
  return response.ok && keys.length === 0
    ? `Setup token    ${devVar("ISOGATE_SETUP_TOKEN")} (creates the first admin key: npx isogate keys create NAME --setup-token …)\n`
    : "";
}

function indent(text) {
  return text.replaceAll(/^/gm, "  ");
}
