/** A gateway that wants to write to the terminal of whoever asks it: nothing it says is obeyed. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Isogate, hasTerminal } from "../support/isogate.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const ESCAPES = "\u001b]0;title\u0007\u009b31m\u202e\u{e0041}";
const RUN = { run: `r_1${ESCAPES}`, logs: [ESCAPES] };
const ANSWERS: Record<string, readonly [number, unknown]> = {
  "/api/v1/scripts": [409, { code: "CONFLICT", detail: `no ${ESCAPES}` }],
  "/api/v1/runs/r_1": [400, { code: "INVALID_ARGS", detail: `no ${ESCAPES}` }],
  // As FastAPI answers.
  "/api/v1/health": [404, { detail: "Not Found" }],
  "/api/v1/tools": [200, { tools: [{ description: ESCAPES }] }],
  "/api/v1/code/exec": [200, { ok: false, ...RUN, error: { code: ESCAPES, message: ESCAPES, hint: ESCAPES } }],
  "/api/v1/files/kept": [200, { name: "kept", type: "text", text: ESCAPES }],
  "/api/v1/policy/validate": [200, { problems: [{ path: ESCAPES, message: ESCAPES, fix: ESCAPES }] }],
  "/api/v1/schedules/daily/run": [202, { name: ESCAPES }],
  "/api/v1/runs/r_2/replay": [200, { ok: true, ...RUN, result: { [ESCAPES]: ESCAPES } }],
};

const server = createServer((request, response) => {
  const [status, body] = ANSWERS[request.url ?? ""] ?? [404, { detail: ESCAPES }];
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
});
let isogate: Isogate;
let directory: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  isogate = new Isogate({ XDG_CONFIG_HOME: directory, ISOGATE_URL: `http://127.0.0.1:${port}`, ISOGATE_API_KEY: "" });
});

afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true, force: true });
});

it.each([
  { given: ["scripts", "list"], status: 1 },
  { given: ["runs", "show", "r_1"], status: 2 },
  { given: ["tools", "--json"], status: 0 },
  { given: ["code", "exec", "-c", "1"], status: 1 },
  { given: ["runs", "replay", "r_2"], status: 0 },
  { given: ["runs", "replay", "r_2", "--json"], status: 0 },
])("$given prints no escape sequence", async ({ given, status }) => {
  const ended = await isogate.run(given);
  expect(ended).toMatchObject({ status });
  expect(ended.stdout + ended.stderr).not.toMatch(/[\u001b\u0007\u009b\u202e\u{e0041}]/u);
  expect(ended.stdout + ended.stderr).toContain(String.raw`\u009b31m`);
});

it("is told by its address that it is no gateway", async () => {
  const { status, stderr } = await isogate.run(["health"]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/http:\/\/127\.0\.0\.1:\d+ answered 404, but not like an Isogate gateway/);
});

it
  .skipIf(!hasTerminal)
  .each([
    { given: ["files", "get", "kept"] },
    { given: ["policy", "validate", "package.json"] },
    { given: ["schedules", "run", "daily"] },
  ])("$given prints no escape sequence on a terminal (needs `script` of util-linux)", async ({ given }) => {
  const { stdout } = await isogate.onTerminal(given).ended;
  expect(stdout).not.toMatch(/\u001b\]|[\u0007\u009b\u202e]/);
  expect(stdout).toContain(String.raw`\u009b31m`);
});

it("prints JSON where a text has a hidden character beyond the first plane", async () => {
  const { stdout } = await isogate.run(["tools", "--json"]);
  expect(JSON.parse(stdout)).toStrictEqual(ANSWERS["/api/v1/tools"]?.[1]);
});
