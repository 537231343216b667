/** `npm start` in projects of users: each test changes a copy of its own, two at a time. */
import { appendFile, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { describe, inject, vi } from "vitest";
import { root } from "../../scripts/stack.mjs";
import { envelopeOf } from "../support/answer.ts";
import { inProject } from "./npm-start.ts";
import { CLIENTS } from "./open-client.ts";
import { alive, descendants } from "./process-tree.ts";

/** For machines with busy neighbours. */
const TEST_MS = 400_000;

// They mostly wait for their gateways.
vi.setConfig({ maxConcurrency: 2 });

describe.concurrent("in a project with servers of its own", () => {
  inProject(
    "says how each is, samples what is there, and starts again at every change",
    async ({ directory, start, expect }) => {
      const write = (name: string, text: string) => writeFile(join(directory, name), text);
      const modern = `${inject("stack").modern}/mcp`;
      const github = { url: modern, headers: { Authorization: "Bearer ${GITHUB_TOKEN}" } };
      const misspelled = { url: modern, haeders: {} };
      await write("gateway.json", JSON.stringify({ mcpServers: { files: { serverUrl: modern }, github, misspelled } }));
      const started = start("--", "--port", "9440");
      await started.prints(/^ {2}github {5}needs the secret GITHUB_TOKEN, which is not set/m);
      // It is still starting, and this change counts as well.
      await appendFile(join(directory, ".dev.vars"), "GITHUB_TOKEN=a-token\n");
      await started.prints(/^Stop +Ctrl-C$/m);
      expect(started.printed()).toMatch(/^ {2}files {6}ready \d+ tools$/m);
      expect(started.printed()).toMatch(/\(serverUrl is read as url\.\)$/m);
      expect(started.printed()).toMatch(/^ {2}misspelled Unrecognized key: "haeders"\. Did you mean "headers"\?/m);
      expect(started.printed()).not.toContain("everything");
      expect(started.printed()).toMatch(/^ {2}const found = await tools\.search/m);
      expect(started.printed()).toMatch(/"ok": true/);
      expect(started.printed()).toMatch(/^MCP endpoint +http:\/\/127\.0\.0\.1:9440\/mcp$/m);
      await started.prints(/\.dev\.vars changed\.[^]*^ {2}github {5}ready \d+ tools$/m);

      await write("gateway.json", "{");
      await started.prints(/is not JSON[^]*keeps running with its previous configuration/);
      const answer = await fetch("http://127.0.0.1:9440/api/v1/upstreams");
      expect(await answer.json()).toMatchObject({ upstreams: [{ status: "ready" }, { status: "ready" }, {}] });

      await write("gateway.json", '{ "mcpServers": { "notes": { "type": "local" } } } // the rest is gone');
      await started.prints(/sample MCP server, because gateway\.json has none[^]*^ {2}notes {6}ready 2 tools$/m);

      const source = join(directory, "local-servers.ts");
      await writeFile(source, (await readFile(source, "utf8")).replace('"summarize"', '"sum_up"'));
      await started.prints(/local-servers\.ts changed\.[^]*^ {2}notes {6}ready 2 tools$/m);
      const { tools } = (await (await fetch("http://127.0.0.1:9440/api/v1/tools?server=notes")).json()) as {
        tools: object[];
      };
      expect(tools).toMatchObject([{ name: "list-notes" }, { name: "sum_up" }]);

      const family = await descendants(started.pid);
      started.interrupt();
      await started.exited;
      expect(await alive(family)).toStrictEqual([]);
    },
    240_000,
  );
});

describe.concurrent("with a file of the configuration that is removed while it runs", () => {
  inProject(
    "refuses every request without policy.json, and keeps its configuration without gateway.json",
    async ({ directory, start, expect }) => {
      const policy = join(directory, "policy.json");
      const gateway = join(directory, "gateway.json");
      const started = start("--", "--port", "9480");
      const health = () => fetch("http://127.0.0.1:9480/health", { signal: AbortSignal.timeout(30_000) });
      await started.prints(/^Stop +Ctrl-C$/m);

      await rename(policy, `${policy}.old`);
      await started.prints(
        /^policy\.json changed\.\n.*no file policy\.json[^]*^Until it can be used, the gateway refuses every request\.$/m,
      );
      await expect.poll(async () => (await health()).status, { timeout: 60_000 }).toBe(500);
      expect(await (await health()).json()).toMatchObject({
        code: "INVALID_CONFIG",
        detail: expect.stringMatching(/There is no file policy\.json in .*: git checkout policy\.json brings back/),
      });
      await rename(`${policy}.old`, policy);
      await started.prints(/refuses every request\.[^]*^policy\.json changed\.[^]*^ {2}notes +ready 2 tools$/m);
      expect((await health()).status).toBe(200);

      await rename(gateway, `${gateway}.old`);
      await started.prints(
        /^gateway\.json changed\.\n.*no file gateway\.json[^]*keeps running with its previous configuration\.$/m,
      );
      // Until the build without the file is in place, and after that.
      for (let round = 0; round < 12; round += 1) {
        expect((await health()).status).toBe(200);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      started.interrupt();
      await started.exited;
    },
    240_000,
  );
});

describe.concurrent("with a mistake in local-servers.ts", () => {
  inProject(
    "says where it is, and goes on when it is fixed",
    async ({ directory, start, expect }) => {
      const source = join(directory, "local-servers.ts");
      const right = await readFile(source, "utf8");
      const line = right.split("\n").length + 1;
      const wrong = `${right}\nexport const x = (\n`;
      const MISTAKE =
        /The gateway cannot be built:\n {2}local-servers\.ts line (\d+) column 1: Unexpected end of file$/m;
      await writeFile(source, wrong);
      const once = start("--", "--port", "9450", "--once");
      expect(await once.exited, once.printed()).toBe(1);
      expect(once.printed()).toMatch(/cannot be built:\nlocal-servers\.ts line/);

      const started = start("--", "--port", "9450");
      await started.prints(MISTAKE);
      expect(MISTAKE.exec(started.printed())?.[1]).toBe(String(line + 1));
      await writeFile(source, right);
      await started.prints(/^Stop +Ctrl-C$/m);

      await writeFile(source, wrong);
      await started.prints(
        /local-servers\.ts changed\.[^]*The gateway cannot be built:[^]*as soon as the file is corrected/,
      );
      await writeFile(source, right);
      await started.prints(
        /as soon as the file is corrected[^]*as soon as the file is corrected[^]*^ {2}notes {6}ready 2 tools$/m,
      );
      started.interrupt();
      await started.exited;
    },
    240_000,
  );
});

describe.concurrent("in a project that is not set up well", () => {
  inProject(
    "says that gateway.json is missing, or a folder",
    async ({ directory, start, expect }) => {
      await rm(join(directory, "gateway.json"));
      const missing = start("--", "--port", "9455");
      expect(await missing.exited).toBe(1);
      expect(missing.printed()).toMatch(
        /^There is no file gateway\.json in .* git checkout [^]*^Nothing was started\.$/m,
      );
      await mkdir(join(directory, "gateway.json"));
      const folder = start("--", "--port", "9455");
      expect(await folder.exited).toBe(1);
      expect(folder.printed()).toMatch(/gateway\.json is a folder, not a file: .*[^]*^Nothing was started\.$/m);
      expect(missing.printed() + folder.printed()).not.toMatch(/ENOENT|EISDIR|\bat .*\.mjs/);
    },
    TEST_MS,
  );

  inProject(
    "says which variables and packages have no effect",
    async ({ directory, start, expect }) => {
      await writeFile(join(directory, "gateway.json"), '{"mcpServers": {}, "packages": ["nonexistent-zz"]}');
      await writeFile(join(directory, ".dev.vars"), "ISOGATE_OPEN=yes\nISOGATE_ENCRYPTION_KEY=abc\n");
      const started = start("--", "--port", "9456", "--once");
      expect(await started.exited).toBe(1);
      expect(started.printed()).toMatch(/^ISOGATE_OPEN in \.dev\.vars is not "local", the only valid value/m);
      expect(started.printed()).toMatch(
        /^ISOGATE_ENCRYPTION_KEY in \.dev\.vars is not used, because one of its keys has only 3 characters/m,
      );
      expect(started.printed()).toMatch(/nonexistent-zz, which cannot be bundled.* Is it installed \(npm install /m);
    },
    TEST_MS,
  );
});

describe.concurrent("in a project with local processes", () => {
  inProject(
    "starts them, carries them to the gateway, and takes them with it when it is killed by a signal that it cannot handle",
    async ({ directory, start, expect }) => {
      const everything = join(root, "node_modules/.bin/mcp-server-everything");
      const mcpServers = {
        "every thing": { command: everything, args: ["stdio"], tools: { include: ["get-*", "echo"] }, alwaysAllow: [] },
        missing: { command: "no-such-command" },
        unset: { command: everything, env: { TOKEN: "${SET_NOWHERE}" } },
        off: { command: everything, disabled: true },
        listed: { command: everything, includeTools: ["echo"] },
        argued: { command: everything, args: "--read-only" },
      };
      await writeFile(join(directory, "gateway.json"), JSON.stringify({ mcpServers }));
      const started = start("--", "--port", "9445");
      await started.prints(/^Stop +Ctrl-C$/m);
      expect(started.printed()).toMatch(/^Carrying these local servers to the gateway: every-thing, missing /m);
      expect(started.printed()).toMatch(/^ {2}every-thing ready \d+ tools$/m);
      expect(started.printed()).toMatch(/^ {2}missing {5}.*no-such-command/m);
      expect(started.printed()).toMatch(/^ {2}unset {7}is not started: it needs SET_NOWHERE\. Set it in \.dev\.vars/m);
      expect(started.printed()).toMatch(/^ {2}off {9}is switched off/m);
      expect(started.printed()).toMatch(
        /^ {2}listed {6}mcpServers\.listed\.includeTools lists tools, which has no effect here/m,
      );

      expect(started.printed()).toMatch(/^ {2}argued {6}mcpServers\.argued\.args: expected a list of texts/m);

      const client = await CLIENTS["v2 client, 2026-07-28"]("http://127.0.0.1:9445/mcp");
      const answer = await client.call("execute_code", { code: "await every_thing.get_sum({ a: 1, b: 2 })" });
      expect(envelopeOf(answer)).toMatchObject({ value: "The sum of 1 and 2 is 3." });
      await client.close();

      await writeFile(
        join(directory, "gateway.json"),
        JSON.stringify({ servers: { again: { command: everything, type: "stdio" } } }),
      );
      await started.prints(/gateway\.json changed\.[^]*^ {2}again ready \d+ tools$/m);

      const second = start("--", "--port", "9445", "--once");
      expect(await second.exited).toBe(1);
      expect(second.printed()).toMatch(
        /^An Isogate already runs at http:\/\/127\.0\.0\.1:9445 with the store in \.wrangler\/state \(process \d+\)\. .* npm start -- --state FOLDER$/m,
      );
      const apart = start("--", "--port", "9445", "--once", "--state", "other/state");
      await apart.exited;
      expect(apart.printed()).toMatch(/^An Isogate already runs at http:\/\/127\.0\.0\.1:9445; this one uses 9446\.$/m);
      expect(await readdir(join(directory, "other/state"))).toStrictEqual(["isogate.lock.sqlite", "v3"]);

      const family = await descendants(started.pid);
      const all = [...family.values()].join("\n");
      for (const one of [/workerd/, /isogate\.mjs tunnel/, /server-everything/]) expect(all).toMatch(one);
      process.kill(pidOf(/^\S*node .*scripts\/start\.mjs/, family), "SIGKILL");
      await expect.poll(() => alive(family), { timeout: 10_000 }).toStrictEqual([]);
    },
    TEST_MS,
  );
});

describe.concurrent("in a project with a process that is slow to start, and one that prints no message", () => {
  inProject(
    "prints the others at once, says what the two wait for, and the slow one when it is ready",
    async ({ directory, start, expect }) => {
      const everything = join(root, "node_modules/.bin/mcp-server-everything");
      const mcpServers = {
        slow: { command: "sh", args: ["-c", 'sleep 30; exec "$0" stdio', everything] },
        noisy: {
          command: process.execPath,
          args: ["-e", "console.log('hello not json'); setInterval(() => {}, 1000)"],
        },
        notes: { type: "local", tools: { include: ["list-*", "lst*"] } },
      };
      await writeFile(join(directory, "gateway.json"), JSON.stringify({ mcpServers }));
      const started = start("--", "--port", "9447");
      await started.prints(
        /^ {2}notes ready 1 tool\n +\(its tool list: tools\.include: no tool is called "lst\*"\.\)$/m,
      );
      expect(started.printed()).not.toMatch(/^ {2}(?:slow|noisy) /m);
      await started.prints(/^Stop +Ctrl-C$/m);
      const runs = "has not answered yet: The tunnel is open, but the server's process has not answered";
      expect(started.printed()).toContain(`  slow  ${runs}`);
      expect(started.printed()).toContain(`  noisy ${runs}`);
      expect(started.printed()).toMatch(/^ {2}noisy .* It printed "hello not json" on its standard output/m);
      expect(started.printed()).not.toContain("no tunnel carries it");
      await started.prints(/^slow ready \d+ tools$/m);
      expect(await readFile(join(directory, ".isogate/tunnel.log"), "utf8")).toContain(
        'noisy: it printed "hello not json" on its standard output',
      );
      const family = await descendants(started.pid);
      expect([...family.values()].join("\n")).toMatch(/server-everything/);
      started.interrupt();
      await started.exited;
      expect(await alive(family)).toStrictEqual([]);
    },
    200_000,
  );
});

describe.concurrent("with a gateway that answers nothing", () => {
  inProject(
    "starts it again after a crash of its runtime; stops a new one, and starts the next at the same port",
    async ({ directory, start, expect }) => {
      await writeFile(join(directory, "gateway.json"), '{ "mcpServers": { "notes": { "type": "local" } } }');
      const source = join(directory, "local-servers.ts");
      const right = await readFile(source, "utf8");
      const started = start("--", "--port", "9465");
      await started.prints(/^Stop +Ctrl-C$/m);
      const family = await descendants(started.pid);
      process.kill(pidOf(/--socket-addr=entry=127\.0\.0\.1:9465/, family), "SIGKILL");
      await started.prints(
        /^The runtime of the gateway crashed, .* It is being restarted\.[^]*^ {2}notes +ready 2 tools$/m,
      );
      expect((await fetch("http://127.0.0.1:9465/health")).status).toBe(200);

      await writeFile(source, right.replace("function notes(): McpServer {", "$& for (;;);"));
      await started.prints(
        /^The gateway does not answer at http:\/\/127\.0\.0\.1:9465: .*\n.* is down until the next change\.$/m,
      );
      await writeFile(source, right);
      await started.prints(/until the next change\.[^]*^ {2}notes +ready 2 tools$/m);
      expect(started.printed()).not.toContain("Port 9465 is taken");
      started.interrupt();
      await started.exited;
    },
    TEST_MS,
  );
});

/** @returns the process whose command matches */
function pidOf(command: RegExp, family: ReadonlyMap<number, string>): number {
  const [pid] = [...family].find(([, one]) => command.test(one)) ?? [];
  if (pid === undefined) throw new Error(`No process is ${String(command)} in:\n${[...family.values()].join("\n")}`);
  return pid;
}
