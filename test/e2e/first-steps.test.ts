/**
 * The README's way from a deployed gateway to a colleague who has signed in, with the commands as they are printed there, on a gateway that
 * has what a deployed one has: a setup token and nothing else.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { root } from "../../scripts/stack.mjs";
import { envelopeOf } from "../support/answer.ts";
import { Browser } from "../support/network-browser.ts";
import { run } from "../support/command.ts";
import { handleOf } from "../support/oauth.ts";
import { openGateway, type TestGateway } from "./gateway.ts";
import { OAUTH_CLIENTS, REDIRECT } from "./oauth-client.ts";

const PORT = 9985;
const SETUP_TOKEN = "0123456789abcdef0123456789abcdef";
let gateway: TestGateway;
let commands: readonly string[];

beforeAll(async () => {
  const readme = await readFile(join(root, "README.md"), "utf8");
  commands = readme.split("\n").filter((line) => line.startsWith("npx isogate keys "));
  gateway = await openGateway({
    bundle: inject("bundle"),
    port: PORT,
    mcpServers: { notes: { type: "local" } },
    settings: { hosts: ["127.0.0.1"], origins: [`http://127.0.0.1:${PORT}`] },
    vars: { ISOGATE_SETUP_TOKEN: SETUP_TOKEN },
  });
});

afterAll(() => gateway.stop());

async function keyFrom(command: string): Promise<string> {
  const { stdout, printed } = await run("sh", ["-c", command.replaceAll("https://GATEWAY", gateway.origin)]);
  const { key } = JSON.parse(stdout) as { key?: string };
  if (key === undefined) throw new Error(printed);
  return key;
}

it("a colleague's client signs in with the key that the admin made", async () => {
  const [first, second, ...others] = commands;
  expect(others).toStrictEqual([]);
  const admin = await keyFrom(first?.replace("SETUP_TOKEN", SETUP_TOKEN) ?? "");
  const colleague = await keyFrom(second?.replace("KEY", admin) ?? "");
  const client = await OAUTH_CLIENTS["v2 client, 2026-07-28"](gateway.url, async (signIn) => {
    const browser = new Browser();
    const page = await browser.open(signIn);
    const form = new URLSearchParams({ handle: handleOf(page.text), decision: "key", key: colleague });
    for (const scope of ["read", "write"]) form.append("scope", scope);
    return (await browser.submit(`${gateway.origin}/oauth/authorize`, form, REDIRECT)).url;
  });
  const answer = await client.call("execute_code", { code: "(await notes.list_notes()).notes.length" });
  expect(envelopeOf(answer)).toMatchObject({ value: 3 });
  await client.close();
  const again = await run("sh", [
    "-c",
    (first ?? "").replace("SETUP_TOKEN", SETUP_TOKEN).replace("https://GATEWAY", gateway.origin),
  ]);
  expect(again).toMatchObject({ status: 1, stdout: "", printed: expect.stringContaining("This setup token was used") });
});
