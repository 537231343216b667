/** Which gateway is asked with which key, and where logins are kept. */
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { chooseGateway } from "../../src/cli/choose-gateway.ts";
import { loginsPath, readLogins, writeLogins } from "../../src/cli/logins.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const logins = {
  current: "https://team.example",
  gateways: { "https://team.example": { key: "stored" }, "http://127.0.0.1:8787": {} },
};

it.each([
  { given: {}, want: { ok: true, url: "https://team.example", key: "stored" } },
  { given: { url: "https://other.example/mcp" }, want: { ok: true, url: "https://other.example" } },
  { given: { url: "https://team.example/dashboard" }, want: { ok: true, url: "https://team.example", key: "stored" } },
  { given: { ISOGATE_URL: "http://localhost:1" }, want: { ok: true, url: "http://localhost:1" } },
  {
    given: { url: "https://a.example", ISOGATE_URL: "https://b.example" },
    want: { ok: true, url: "https://a.example" },
  },
  { given: { ISOGATE_API_KEY: "env" }, want: { ok: true, url: "https://team.example", key: "env" } },
  { given: { ISOGATE_API_KEY: "env", key: "typed" }, want: { ok: true, url: "https://team.example", key: "typed" } },
  { given: { ISOGATE_API_KEY: "", ISOGATE_URL: "" }, want: { ok: true, url: "https://team.example", key: "stored" } },
  { given: { url: "http://[::1]:8787", key: "k" }, want: { ok: true, url: "http://[::1]:8787", key: "k" } },
  { given: { url: "http://team.example", key: "k" }, want: { ok: false, problem: expect.stringContaining("https") } },
  { given: { url: "http://127.0.0.1.evil.example", key: "k" }, want: { ok: false, problem: expect.any(String) } },
  { given: { key: "" }, want: { ok: false, problem: expect.stringContaining("The key is empty") } },
  { given: { url: "team.example" }, want: { ok: false, problem: expect.stringContaining("--url") } },
  {
    given: { ISOGATE_URL: "127.0.0.1:9140" },
    want: {
      ok: false,
      problem: expect.stringMatching(/ISOGATE_URL .* it is "127\.0\.0\.1:9140"\. .* http:\/\/ before it/),
    },
  },
  { given: { ISOGATE_URL: "ftp://x" }, want: { ok: false, problem: expect.stringContaining("ISOGATE_URL") } },
])("$given", ({ given, want }) => {
  const { url, key, ...environment } = given as Record<string, string>;
  expect(chooseGateway({ url, key, environment }, logins)).toStrictEqual(want);
});

it.each([
  { given: { url: "https://me:secret@x.example" }, secret: "secret" },
  { given: { url: "https://x.example", key: "two\r\nlines" }, secret: "lines" },
])("what is wrong is not repeated: $given", ({ given: { url, key }, secret }) => {
  const chosen = chooseGateway({ url, key, environment: {} }, logins);
  expect(chosen).toMatchObject({ ok: false });
  expect(JSON.stringify(chosen)).not.toContain(secret);
});

it("the local gateway when nobody says anything", () => {
  const nothing = { url: undefined, key: undefined, environment: {} };
  expect(chooseGateway(nothing, { gateways: {} })).toStrictEqual({ ok: true, url: "http://127.0.0.1:8787" });
});

it.each([
  { given: { platform: "linux", HOME: "/h" }, want: "/h/.config/isogate/logins.json" },
  { given: { platform: "linux", HOME: "/h", XDG_CONFIG_HOME: "/x" }, want: "/x/isogate/logins.json" },
  { given: { platform: "darwin", HOME: "/h" }, want: "/h/Library/Application Support/isogate/logins.json" },
  { given: { platform: "win32", HOME: "/h", APPDATA: "/roaming" }, want: "/roaming/isogate/logins.json" },
] as const)("$given", ({ given: { platform, ...environment }, want }) => {
  expect(loginsPath(environment, platform)).toBe(want);
});

it("only the owner reads the file, also one that was open before", async () => {
  const directory = await temporaryDirectory();
  const path = loginsPath({ XDG_CONFIG_HOME: directory }, "linux");
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "{}", { mode: 0o644 });
  await writeLogins(path, logins);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readLogins(path)).toStrictEqual({ ok: true, value: logins });
  await writeLogins(path, { gateways: {} });
  await expect(readFile(path)).rejects.toThrow("ENOENT");
  await rm(directory, { recursive: true });
});

it.each(["", "[]", "null", '{"gateways":{"a":{"key":7}}}', '{"gateways":null}', '{"current":1,"gateways":{}}'])(
  "a file with %j is named, not guessed at",
  async (text) => {
    const directory = await temporaryDirectory();
    const path = `${directory}/logins.json`;
    await writeFile(path, text);
    expect(await readLogins(path)).toStrictEqual({ ok: false, error: expect.stringContaining(path) });
    await rm(directory, { recursive: true });
  },
);
