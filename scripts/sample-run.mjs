// Runs one script through the MCP endpoint of a gateway that has started, and prints its calls and the answer.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ownHeaders } from "./dev-vars.mjs";
import { indent } from "./indent.mjs";
import { root } from "./stack.mjs";

/**
 * The sample calls only tools of this repository; of other servers it only lists the tools.
 * @param {{ url: string, hasSampleServer: boolean }} gateway `hasSampleServer` says whether its upstream `everything` is the sample server
 * @param {readonly { name: string, status: string }[]} upstreams
 * @returns {Promise<boolean>} true if the script has succeeded
 */
export async function runSample({ url, hasSampleServer }, upstreams) {
  const ready = new Set(upstreams.filter(({ status }) => status === "ready").map(({ name }) => name));
  const isOurs = hasSampleServer && ready.has("everything") && ready.has("notes");
  const file = isOurs ? "scripts/sample-script.js" : "scripts/sample-search.js";
  const code = readFileSync(join(root, file), "utf8").trimEnd();
  const client = new Client({ name: "npm-start", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  const headers = ownHeaders();
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
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
