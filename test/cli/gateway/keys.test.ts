/** From a setup token to keys: a gateway that lets nobody in without one, and another person's upstream. */
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openGateway, type TestGateway } from "../../e2e/gateway.ts";
import { startProtectedUpstream } from "../../fixtures/upstreams/protected-upstream.ts";
import { COMMAND, Isogate, hasTerminal } from "../../support/isogate.ts";
import { Browser } from "../../support/network-browser.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const PORT = 9540;
const SETUP = "setup-token-of-the-command";
const lasting = new AsyncDisposableStack();
let gateway: TestGateway;
let upstream: string;
let directory: string;
let isogate: Isogate;

beforeAll(async () => {
  directory = await temporaryDirectory();
  lasting.defer(() => rm(directory, { recursive: true, force: true }));
  const running = await startProtectedUpstream();
  lasting.defer(() => running.close());
  upstream = running.origin;
  gateway = await openGateway({
    bundle: inject("bundle"),
    port: PORT,
    mcpServers: { notes: { type: "local" }, vault: { url: `${upstream}/r/vault/mcp`, auth: "oauth" } },
    // A local one, because upstreams on this machine are allowed there only; its owner's key closes it.
    vars: {
      ISOGATE_OPEN: "local",
      ISOGATE_API_KEY: "the-owner-of-this-gateway",
      ISOGATE_SETUP_TOKEN: SETUP,
      ISOGATE_ENCRYPTION_KEY: "cli-key-cli-key-cli-key-cli-key-cli-key-",
    },
  });
  lasting.defer(() => gateway.stop());
  isogate = new Isogate({ XDG_CONFIG_HOME: directory, ISOGATE_URL: "" });
});

afterAll(() => lasting.disposeAsync());

const file = () => join(directory, "isogate/logins.json");

interface Key {
  readonly id: string;
  readonly key: string;
}

/** Of a command that has to go well. */
async function json<T>(args: readonly string[], input?: string): Promise<T> {
  const { status, stdout, stderr } = await isogate.run(args, input);
  expect({ status, stderr }, stdout).toStrictEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout) as T;
}

it("setup token → first key → login → narrowed key → revoked → logout", async () => {
  const at = ["--url", gateway.origin];
  const closed = await isogate.run(["runs", "list", ...at]);
  expect(closed).toMatchObject({ status: 1, stdout: "" });
  expect(closed.stderr).toContain(`${gateway.origin} requires a key, and none was given.`);
  expect(closed.stderr).toContain("isogate login --url");

  const wrong = await isogate.run(["login", ...at], "not-the-key-of-anybody\n");
  expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining("does not accept this key") });
  expect(wrong.stderr).not.toContain("not-the-key");
  await expect(readFile(file())).rejects.toThrow("ENOENT");

  const setup = await isogate.run(["login", ...at], SETUP);
  expect(setup).toMatchObject({ status: 1, stderr: expect.stringContaining("isogate keys create NAME --setup-token") });

  const mistyped = await isogate.run(["keys", "create", "me", "--setup-token", `${SETUP}x`, ...at]);
  expect(mistyped).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("does not accept this setup token: npm start"),
  });
  const admin = await json<Key>(["keys", "create", "me", "--setup-token", SETUP, ...at]);
  expect(admin).toMatchObject({ name: "me", role: "admin", access: "destructive" });
  const twice = await isogate.run(["keys", "create", "again", "--setup-token", SETUP, ...at]);
  expect(twice).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("setup token was used") });
  expect(twice.stderr).not.toContain(SETUP);

  expect(await json(["login", ...at], `${admin.key}\n`)).toMatchObject({ url: gateway.origin, has_key: true });
  expect((await stat(file())).mode & 0o777).toBe(0o600);

  // From here on neither address nor key is named.
  const narrow = ["--servers", "notes", "--access", "read", "--expires", "30d"];
  const member = await json<Key>(["keys", "create", "bot", ...narrow]);
  expect(member).toMatchObject({ role: "member", servers: ["notes"], access: "read", expires: expect.any(String) });
  const { keys } = await json<{ keys: object[] }>(["keys", "list"]);
  expect(keys).toHaveLength(2);
  expect(JSON.stringify(keys)).not.toContain(member.key);

  const asMember = ["--key", member.key];
  const call = ["code", "exec", "-c", "(await notes.list_notes({})).notes.length"];
  expect(await isogate.run([...call, ...asMember])).toMatchObject({ status: 0, stdout: "3\n" });
  const other = await isogate.run(["code", "exec", "-c", "await vault.whoami({})", ...asMember]);
  expect(other).toMatchObject({ status: 1, stdout: "" });
  const forbidden = await isogate.run(["keys", "list", ...asMember]);
  expect(forbidden).toMatchObject({ status: 1, stdout: "" });
  expect(forbidden.stderr).toContain(`${gateway.origin} does not allow this. Only an admin may do this`);

  const mistaken = await isogate.run(["keys", "revoke", member.key]);
  expect(mistaken).toMatchObject({ status: 2, stderr: expect.not.stringContaining(member.key) });
  expect(await json(["keys", "revoke", member.id])).toStrictEqual({ id: member.id, revoked: true });
  const revoked = await isogate.run([...call, ...asMember]);
  expect(revoked).toMatchObject({ status: 1, stderr: expect.stringContaining("does not accept this key") });
  expect(revoked.stderr).not.toContain(member.key);
  const unknown = await isogate.run(["keys", "create", "x", "--servers", "nots"]);
  expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining("Did you mean notes?") });

  expect(await json(["logout"])).toStrictEqual({ url: gateway.origin });
  await expect(readFile(file())).rejects.toThrow("ENOENT");
  expect(await isogate.run(["logout", ...at])).toMatchObject({ status: 1 });
});

describe("with the owner's key in the environment", () => {
  let owner: Isogate;
  beforeAll(() => {
    owner = new Isogate({
      XDG_CONFIG_HOME: directory,
      ISOGATE_URL: `${gateway.origin}/mcp`,
      ISOGATE_API_KEY: "the-owner-of-this-gateway",
    });
  });

  it("a script cannot make the key show up in what is printed", async () => {
    const ended = await owner.run(["code", "exec", "-c", "throw new Error('the-owner-of-this-gateway')"]);
    expect(ended.status).toBe(1);
    expect(ended.stderr).not.toContain("the-owner-of-this-gateway");
  });

  it("signs in to an upstream and out of it", async () => {
    const connected = await owner.run(["upstreams", "connect", "vault"]);
    const { url } = JSON.parse(connected.stdout) as { url: string };
    const browser = new Browser();
    const key = "the-owner-of-this-gateway";
    await browser.submit(`${gateway.origin}/dashboard/sign-in`, new URLSearchParams({ key }));
    const page = await browser.open(url);
    const ticket = /name="ticket" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const authorize = await browser.submit(url.replace(/\?.*/, ""), new URLSearchParams({ ticket }), upstream);
    expect((await browser.open(`${authorize.url}&login=ada`)).text).toContain("vault is connected");
    const { stdout } = await owner.run(["upstreams", "list"]);
    const { upstreams } = JSON.parse(stdout) as { upstreams: { name: string; credential: { state: string } }[] };
    expect(upstreams.find(({ name }) => name === "vault")?.credential.state).toBe("ok");
    const gone = await owner.run(["upstreams", "disconnect", "vault"]);
    expect(gone).toMatchObject({ status: 0, stdout: expect.stringContaining("revoked") });
  });

  it.skipIf(!hasTerminal)(
    "a new key on a terminal says what to do with it (needs `script` of util-linux)",
    async () => {
      const { status, stdout } = await owner.onTerminal(["keys", "create", "shown"], { NO_COLOR: "1" }).ended;
      expect(status).toBe(0);
      expect(stdout).toMatch(/^isogate_\w+\r?$/m);
      expect(stdout).toContain("It is not shown again.");
      const [, id] = /isogate keys revoke (k\w+)/.exec(stdout) ?? [];
      expect((await owner.onTerminal(["keys", "list"], { NO_COLOR: "1" }).ended).stdout).toContain(id);
    },
  );
});

describe("login beside ISOGATE_API_KEY", () => {
  const OWNER = "the-owner-of-this-gateway";
  const stored = async (): Promise<unknown> => JSON.parse(await readFile(file(), "utf8"));
  const at = (): string[] => ["login", "--url", gateway.origin];

  it("stores the key of the variable, and leaves standard input to the script that runs it", async () => {
    const beside = new Isogate({ XDG_CONFIG_HOME: directory, ISOGATE_URL: "", ISOGATE_API_KEY: OWNER });
    const command = [process.execPath, COMMAND, ...at()].map((word) => `'${word}'`).join(" ");
    const { status, stdout, stderr } = await beside.start("bash", [], `${command}\necho the rest\n`).ended;
    expect({ status, stderr }).toStrictEqual({
      status: 0,
      stderr: "The key of ISOGATE_API_KEY was stored; isogate login --key - takes the one that is piped in.\n",
    });
    expect(stdout).toMatch(/the rest\n$/);
    expect(await stored()).toMatchObject({ gateways: { [gateway.origin]: { key: OWNER } } });
    await rm(file());
  });

  it("stores the key that is piped to --key -, and says which one comes first", async () => {
    const beside = new Isogate({ XDG_CONFIG_HOME: directory, ISOGATE_URL: "", ISOGATE_API_KEY: "another-key" });
    const { status, stderr } = await beside.run([...at(), "--key", "-"], `${OWNER}\n`);
    expect({ status, stderr }).toStrictEqual({
      status: 0,
      stderr: "ISOGATE_API_KEY has another key, which takes precedence while it is set.\n",
    });
    expect(await stored()).toMatchObject({ gateways: { [gateway.origin]: { key: OWNER } } });
  });

  it("refuses a text that is too long for a key", async () => {
    const { status, stderr } = await isogate.run([...at(), "--key", "-"], "k".repeat(20_000));
    expect({ status, stderr }).toStrictEqual({
      status: 2,
      stderr: "isogate: Standard input has more than 16384 characters, so it is not a key.\n",
    });
  });

  it("stores that of --key before what is piped in", async () => {
    const beside = new Isogate({ XDG_CONFIG_HOME: directory, ISOGATE_URL: "", ISOGATE_API_KEY: "another-key" });
    expect(await beside.run([...at(), "--key", OWNER], "a-third-key")).toMatchObject({ status: 0 });
    expect(await stored()).toMatchObject({ gateways: { [gateway.origin]: { key: OWNER } } });
    await rm(file());
  });
});

it.skipIf(!hasTerminal)(
  "login asks on a terminal, without showing the key (needs `script` of util-linux)",
  async () => {
    const { child, ended, stdout } = isogate.onTerminal(["login", "--url", gateway.origin]);
    await expect.poll(() => stdout(), { timeout: 20_000 }).toContain("Key for");
    child.stdin?.write("the-owner-of-this-gateXX\u007f\u007fway\r");
    expect((await ended).status, stdout()).toBe(0);
    expect(stdout()).not.toContain("the-owner");
    expect(JSON.parse(await readFile(file(), "utf8"))).toMatchObject({ current: gateway.origin });
  },
);
