/** The official conformance suite's scenarios for authorization servers, against the gateway's own. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { freePort } from "../../scripts/processes.mjs";
import { Browser } from "../support/network-browser.ts";
import { runTool } from "../support/command.ts";
import { OAuthClient, handleOf } from "../support/oauth.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { openGateway, type TestGateway } from "./gateway.ts";

const KEY = "correct-horse-battery-staple";
let gateway: TestGateway;
let results: string;

beforeAll(async () => {
  results = await temporaryDirectory();
  gateway = await openGateway({
    bundle: inject("bundle"),
    mcpServers: { notes: { type: "local" } },
    vars: { ISOGATE_OPEN: "local", ISOGATE_API_KEY: KEY },
  });
});

afterAll(async () => {
  await gateway.stop();
  await rm(results, { recursive: true, force: true });
});

/** Lets in whoever is asking, as a person at the page would. */
async function allow(signIn: string): Promise<void> {
  const browser = new Browser();
  const page = await browser.open(signIn);
  const form = new URLSearchParams({ handle: handleOf(page.text), decision: "key", key: KEY, scope: "read" });
  await browser.submit(`${gateway.origin}/oauth/authorize`, form);
}

it("passes all of them", async () => {
  const port = await freePort(9960);
  const redirect = `http://127.0.0.1:${port}/callback`;
  const { client_id: id } = await new OAuthClient(gateway.origin, fetch).register({ redirect_uris: [redirect] });
  const asked = ["--url", gateway.origin, "--client-id", id, "--resource", gateway.url];
  let isOpened = false;
  const { status, printed } = await runTool(
    "conformance",
    ["authorization", ...asked, "--port", String(port), "--output-dir", results],
    (text) => {
      const signIn = /http:\/\/\S+\/oauth\/authorize\?\S+/.exec(text)?.[0];
      if (signIn === undefined || isOpened) return;
      isOpened = true;
      void allow(signIn);
    },
  );
  expect(status, printed).toBe(0);
  for (const scenario of ["authorization-server-metadata-endpoint", "authorization-code-grant"]) {
    expect(printed).toContain(scenario);
  }
  expect(printed).not.toMatch(/[1-9]\d* (failed|warnings)/);
});
