/** A gateway that accepts requests and sends no answer, or not all of one, as `wrangler dev` does after a build that failed. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask, open } from "../../src/cli/gateway-client.ts";

const SILENCE_MS = 100;

const server = createServer((request, response) => {
  if (request.url === "/api/v1/half") response.writeHead(200).write('{"ok":');
  if (request.url === "/api/v1/refused") response.writeHead(409).write('{"detail":');
  if (request.url !== "/api/v1/slow") return;
  const blanks = setInterval(() => response.write(" "), SILENCE_MS / 4);
  setTimeout(() => {
    clearInterval(blanks);
    response.end('{"ok":true}');
  }, SILENCE_MS * 3);
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it.each(["none", "half"])("is given up after its silence, with the address and what to do: %s", async (path) => {
  const answered = await ask({ url, client: "test" }, path, { silenceMs: SILENCE_MS });
  expect(answered).toMatchObject({
    ok: false,
    failure: {
      exit: 1,
      message: `${url} has sent nothing for 0.1 seconds, and the request was given up. npm start prints why it cannot answer; if it prints nothing, start it again, or name another gateway with --url or ISOGATE_URL.`,
    },
  });
});

it("is given up in the middle of a refusal", async () => {
  const answered = await ask({ url, client: "test" }, "refused", { silenceMs: SILENCE_MS });
  expect(answered).toMatchObject({ ok: false, status: 409 });
});

it("is waited for while it sends blanks", async () => {
  const answered = await ask({ url, client: "test" }, "slow", { silenceMs: SILENCE_MS });
  expect(answered).toMatchObject({ ok: true, value: { ok: true } });
});

it("may be silent in a stream", async () => {
  const opened = await open({ url, client: "test" }, "half", { silenceMs: SILENCE_MS });
  if (!opened.ok) throw new Error(opened.failure.message);
  const closed = new Promise((resolve) => opened.value.once("close", () => resolve("closed")));
  const later = new Promise((resolve) => setTimeout(() => resolve("open"), SILENCE_MS * 3));
  expect(await Promise.race([closed, later])).toBe("open");
  opened.value.destroy();
});
