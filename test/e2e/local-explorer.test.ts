/**
 * The Local Explorer of `wrangler dev` reads and writes a gateway's storage without asking for a key, also for pages of other
 * local ports. It has to be off however the gateway is started: by scripts/stack.mjs, and by `npx wrangler dev` alone, which
 * wrangler-dev.test.ts starts.
 */
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { expect, inject, it } from "vitest";
import { answering, freePort, start } from "../../scripts/processes.mjs";
import { root } from "../../scripts/stack.mjs";
import { EXPLORER, EXPLORER_PATHS, isAnsweredByGateway } from "../support/local-explorer.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

it("is off in a gateway that scripts/stack.mjs has started", async () => {
  const { origin } = inject("stack");
  for (const path of EXPLORER_PATHS) expect(await isAnsweredByGateway(origin, path), path).toBe(true);
});

it("is found by these requests where somebody turns it on", async () => {
  const directory = await temporaryDirectory();
  const port = await freePort(9630);
  const wrangler = join(dirname(createRequire(import.meta.url).resolve("wrangler/package.json")), "bin/wrangler.js");
  const args = ["dev", "--port", String(port), "--inspector-port", String(await freePort(port + 10_000))];
  args.push("--persist-to", join(directory, "state"), "--show-interactive-dev-session=false");
  args.push("--var", "ISOGATE_OPEN:local", "--var", "ISOGATE_API_KEY:a-key");
  const log = join(directory, "wrangler.log");
  const env = { WRANGLER_SEND_METRICS: "false", X_LOCAL_EXPLORER: "true" };
  const running = start("wrangler dev", process.execPath, [wrangler, ...args], { cwd: root, env, log });
  try {
    const origin = `http://localhost:${port}`;
    await answering("wrangler dev", `${origin}/health`, running, 60_000);
    expect(await isAnsweredByGateway(origin, `${EXPLORER}/workers/durable_objects/namespaces`)).toBe(false);
  } finally {
    await running.stop();
    await rm(directory, { recursive: true, force: true });
  }
});
