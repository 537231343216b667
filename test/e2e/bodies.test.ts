/** Bodies as a stranger sends them over the network: with any method, without an end, slowly, many at once. */
import { connect, type Socket } from "node:net";
import process from "node:process";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openGateway, type TestGateway } from "./gateway.ts";
import { descendants } from "./process-tree.ts";

const MIB = 1_048_576;
const PART = "x".repeat(16_384);
let gateway: TestGateway;

beforeAll(async () => {
  const vars = { ISOGATE_OPEN: "local", ISOGATE_API_KEY: "a-key-of-this-test" };
  gateway = await openGateway({ bundle: inject("bundle"), mcpServers: { notes: { type: "local" } }, vars });
});
afterAll(() => gateway.stop());

interface Request {
  readonly socket: Socket;
  /** The status, as soon as it is there. */
  readonly status: Promise<number>;
}

function open(method: string, path: string, headers: readonly string[]): Request {
  const { hostname, port } = new URL(gateway.origin);
  const socket = connect(Number(port), hostname);
  const status = new Promise<number>((resolve, reject) => {
    let text = "";
    socket.on("data", (part: Buffer) => {
      text += part.toString("latin1");
      const [, found] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
      if (found !== undefined) resolve(Number(found));
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("closed without an answer")));
  });
  status.catch(() => undefined);
  socket.write([`${method} ${path} HTTP/1.1`, `Host: ${hostname}:${port}`, ...headers, "", ""].join("\r\n"));
  return { socket, status };
}

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

const ROUTES = [
  ["GET", "/api/v1/runs", 401],
  ["DELETE", "/api/v1/keys/x", 401],
  ["POST", "/api/v1/code/exec", 401],
  ["PUT", "/mcp", 401],
  ["GET", "/health", 200],
  ["GET", "/oauth/authorize", 400],
  ["POST", "/oauth/token", 413],
  ["POST", "/oauth/register", 413],
  ["POST", "/oauth/authorize", 403],
] as const;

it.each(ROUTES)("%s %s with a body that does not end is answered", async (method, path, want) => {
  const { socket, status } = open(method, path, ["Transfer-Encoding: chunked"]);
  socket.write(chunk(PART) + chunk(PART));
  expect(await status).toBe(want);
  socket.destroy();
});

it.each(ROUTES)("%s %s with a long body that is announced and not sent is answered", async (method, path, want) => {
  const { socket, status } = open(method, path, [`Content-Length: ${7 * MIB}`]);
  socket.write(PART);
  expect(await status).toBe(want);
  socket.destroy();
});

it("a body that stops arriving is given up", { timeout: 20_000 }, async () => {
  const { socket, status } = open("POST", "/oauth/token", [
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Length: 100",
  ]);
  socket.write("grant_type=refresh");
  expect(await status).toBe(408);
  socket.destroy();
});

it("a hundred large bodies of strangers at once take no memory", async () => {
  const before = await residentBytes();
  const requests = Array.from({ length: 100 }, () => open("POST", "/api/v1/code/exec", ["Transfer-Encoding: chunked"]));
  for (const { socket } of requests) socket.write(chunk(PART).repeat((6 * MIB) / PART.length));
  // Under `wrangler dev` a proxy stands in front, which answers 500 where the gateway has refused while it was still sending.
  for (const { status } of requests) expect(await status.catch(() => 401)).toBeGreaterThanOrEqual(400);
  const grown = (await residentBytes()) - before;
  for (const { socket } of requests) socket.destroy();
  // They are 600 MiB together; the rest is what runtime and kernel hold of each connection.
  expect(grown / MIB).toBeLessThan(150);
});

it(
  "a hundred messages for MCP that do not end take no memory, and are told to come again",
  { timeout: 60_000 },
  async () => {
    const before = await residentBytes();
    const headers = ["Authorization: Bearer a-key-of-this-test", "Content-Type: application/json"];
    const requests = Array.from({ length: 100 }, () =>
      open("POST", "/mcp", [...headers, "Transfer-Encoding: chunked"]),
    );
    const statuses: number[] = [];
    for (const { socket, status } of requests) {
      status.then((one) => statuses.push(one)).catch(() => undefined);
      socket.write(chunk(PART).repeat((3 * MIB) / PART.length));
    }
    await expect.poll(() => statuses.length, { timeout: 30_000 }).toBeGreaterThan(80);
    expect(new Set(statuses)).toStrictEqual(new Set([503]));
    const grown = (await residentBytes()) - before;
    for (const { socket } of requests) socket.destroy();
    expect(grown / MIB).toBeLessThan(200);
  },
);

/** Of the runtime of this file's own gateway. */
async function residentBytes(): Promise<number> {
  const runtimes = [...(await descendants(process.pid))].filter(([, command]) => /workerd serve/.test(command));
  const pids = runtimes.map(([pid]) => pid).join(",");
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", pids]);
  return stdout
    .trim()
    .split(/\s+/)
    .reduce((sum, kib) => sum + Number(kib) * 1_024, 0);
}
