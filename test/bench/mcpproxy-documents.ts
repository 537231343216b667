/**
 * `npm run bench -- mcpproxy-documents --data FOLDER`: the samples of MCPProxy's pages of code execution, out of a checkout of
 * smart-mcp-proxy/mcpproxy-go, as its users run them: by the tool `code_execution` of a client, and by a command that is called
 * `mcpproxy`, at a real gateway whose servers have the names of the pages. Exits with 1 when more than two are not as documented.
 */
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { textOf } from "../support/answer.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { buildBundle } from "../support/workerd/bundle.ts";
import { startWorkerd } from "../support/workerd/gateway.ts";
import { readBlocks, scriptsOf, type Block } from "./mcpproxy-documents/blocks.ts";
import { CHECKS, type Check } from "./mcpproxy-documents/checks.ts";
import { runCommands } from "./mcpproxy-documents/commands.ts";
import { startDocumentedServers } from "./mcpproxy-documents/upstreams.ts";
import type { Answer } from "./mcpproxy-documents/wanted.ts";

/** Samples that the pages describe in another way than MCPProxy behaves, which is also how they behave here. */
const MAX_DIFFERENT = 2;

const { values } = parseArgs({ options: { data: { type: "string" } } });
if (values.data === undefined) {
  console.error("npm run bench -- mcpproxy-documents --data FOLDER takes a checkout of smart-mcp-proxy/mcpproxy-go.");
  process.exit(2);
}
const blocks = await readBlocks(values.data);
const directory = await temporaryDirectory();
const servers = await startDocumentedServers();
const key = randomBytes(24).toString("hex");
const gateway = await startWorkerd({
  bundle: await buildBundle(join(directory, "bundle")),
  directory,
  mcpServers: servers.mcpServers,
  vars: { ISOGATE_OPEN: "local", ISOGATE_API_KEY: key },
});
try {
  const origin = `http://127.0.0.1:${gateway.port}`;
  const client = new Client({ name: "mcpproxy-documents", version: "1.0.0" });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
  const different: string[] = [];
  for (const check of CHECKS) {
    const answer = await run(client, check);
    if (!check.want(answer)) different.push(`${check.at} ${check.part ?? 0}: ${JSON.stringify(answer).slice(0, 300)}`);
  }
  await client.close();
  const lines = await runCommands(blocks, { directory, origin, key });
  different.push(...lines.different);
  for (const one of different) console.log(one);
  const total = CHECKS.length + lines.total;
  console.log(
    `${total - different.length} of ${total} as documented: ${CHECKS.length} scripts, ${lines.total} command lines`,
  );
  if (different.length > MAX_DIFFERENT) process.exitCode = 1;
} finally {
  await gateway.stop();
  await servers.close();
  await rm(directory, { recursive: true, force: true });
}

async function run(client: Client, { at, part = 0, before = "", code, input, options }: Check): Promise<Answer> {
  const block = blocks.get(at);
  const script = block && (code ?? scriptsOf(block)[part]);
  if (block === undefined || script === undefined) throw new Error(`There is no script ${at} ${part} on these pages.`);
  const answer = await client.callTool({
    name: "code_execution",
    arguments: {
      code: before === "" ? script : `${before}\n${script}`,
      language: isTypeScript(block) ? "typescript" : "javascript",
      ...(input !== undefined && { input }),
      ...(options !== undefined && { options }),
    },
  });
  const text = textOf(answer);
  return text.startsWith("{") ? (JSON.parse(text) as Answer) : { ok: false, error: { message: text } };
}

function isTypeScript({ language, text }: Block): boolean {
  return language === "typescript" || /"language": "typescript"/.test(text);
}
