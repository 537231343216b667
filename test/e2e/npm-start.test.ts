/** `npm start`, typed as a user types it: the sample, a taken port, wrong arguments, and nothing left behind. */
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { vi } from "vitest";
import { root } from "../../scripts/stack.mjs";
import { envelopeOf } from "../support/answer.ts";
import { typed } from "./npm-start.ts";
import { CLIENTS } from "./open-client.ts";
import { alive, descendants } from "./process-tree.ts";

/** What `npm start` asks for first; it is taken here, so that no other gateway is in the way of the test or it in theirs. */
const GATEWAY_PORT = 8787;
/** A store of its own, because a developer's gateway may have that of the folder. */
const APART = ["--", "--state", join(root, ".isogate/npm-start-tests")];
/** For machines with busy neighbours. */
const TEST_MS = 120_000;
/** Time for the gateways of other tests to end. */
const TAKEN_MS = 60_000;

typed(
  "runs the sample and ends with --once",
  async ({ npmStart, expect }) => {
    // A port of its own: `npx wrangler dev` in another test takes the usual one.
    const started = npmStart(root, ...APART, "--once", "--port", "9486");
    expect(await started.exited, started.printed()).toBe(0);
    const printed = started.printed();
    expect(printed).toMatch(/^Script\n {2}const \{ notes: tagged \}/m);
    expect(printed).toMatch(/^Calls\n {2}notes\.list_notes answered after \d+ ms$/m);
    expect(printed).toMatch(/^ {2}everything\.get_sum answered after \d+ ms$/m);
    expect(printed).toMatch(/^Answer\n/m);
    expect(printed).toContain("The sum of 120 and 840 is 960.");
  },
  TEST_MS,
);

typed(
  "uses and names another port when its own is taken, and stops without a trace",
  async ({ npmStart, expect }) => {
    const taken = await take(GATEWAY_PORT);
    try {
      const started = npmStart(root, ...APART);
      await started.prints(/^Stop +Ctrl-C$/m);
      const [, port] = /^Port 8787 is taken; the gateway uses (\d+)\.$/m.exec(started.printed()) ?? [];
      expect(port, started.printed()).toBeDefined();
      expect(started.printed()).toContain(`http://127.0.0.1:${port}/mcp`);
      const client = await CLIENTS["v2 client, 2026-07-28"](`http://127.0.0.1:${port}/mcp`);
      expect(envelopeOf(await client.call("execute_code", { code: "40 + 2" }))).toMatchObject({ value: 42 });
      await client.close();
      const family = await descendants(started.pid);
      expect([...family.values()].join("\n")).toMatch(/workerd/);
      started.interrupt();
      await started.exited;
      expect(await alive(family)).toStrictEqual([]);
    } finally {
      taken.close();
    }
  },
  TAKEN_MS + TEST_MS,
);

typed.for(["Ctrl-C", "kill of npm alone"])(
  "leaves nothing behind when it is stopped while it is still starting, by %s",
  { timeout: TEST_MS },
  async (how, { npmStart, expect }) => {
    const started = npmStart(root, ...APART);
    const wrangler = async (): Promise<string> => [...(await descendants(started.pid)).values()].join("\n");
    await expect.poll(wrangler, { timeout: 60_000 }).toMatch(/wrangler\S* dev/);
    const family = await descendants(started.pid);
    if (how === "Ctrl-C") started.interrupt();
    else process.kill(started.pid, "SIGTERM");
    await started.exited;
    // npm does not wait for what it has started when it is killed.
    if (how === "Ctrl-C") expect(await alive(family)).toStrictEqual([]);
    else await expect.poll(() => alive(family), { timeout: 30_000 }).toStrictEqual([]);
  },
);

typed("says what it takes to --help", async ({ npmStart, expect }) => {
  const started = npmStart(root, "--", "--help");
  expect(await started.exited).toBe(0);
  expect(started.printed()).toMatch(/^npm start takes: -- --once, -- --port N, -- --state FOLDER$/m);
});

typed.for([
  ["--prot", "1"],
  ["--port", "eighty"],
  ["--port", "0"],
  ["--state", ""],
])("refuses %s %s", async (args, { npmStart, expect }) => {
  const started = npmStart(root, "--", ...args);
  expect(await started.exited).toBe(2);
  expect(started.printed()).toContain("--port N");
});

/** Gateways of other tests take it, too, and end; waits for them. */
function take(port: number): Promise<Server> {
  const listen = (): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer();
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => resolve(server));
    });
  return vi.waitFor(listen, TAKEN_MS);
}
