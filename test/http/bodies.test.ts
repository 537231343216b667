/**
 * Bodies that never end, are too long or arrive too slowly. A stranger's is never taken in whole, whatever the route, and nobody's is
 * waited for without end.
 */
import { describe, expect, it, vi } from "vitest";
import { app } from "../../src/http/app.ts";
import {
  MAX_DISCARDED_BYTES,
  PRINCIPAL_BODY,
  STRANGER_BODY,
  type BodyBounds,
  BodyBudget,
} from "../../src/http/body-bounds.ts";
import { readRequestBody } from "../../src/http/request-body.ts";
import { api, createKey, problemOf } from "../support/api.ts";
import { ask } from "../support/client.ts";

const PART = 4_096;
/** What is kept of a stranger's body, and what is read and dropped. */
const MAX_TAKEN = STRANGER_BODY.maxBytes + MAX_DISCARDED_BYTES;
/** What streams between here and the gateway may hold without anybody having asked for it. */
const SLACK_PARTS = 8;
let senders = 0;

interface Upload {
  readonly stream: ReadableStream<Uint8Array>;
  readonly parts: () => number;
}

/** As many parts as are taken, up to `most`; after them it stays open. */
function upload(max: number): Upload {
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (sent >= max) return new Promise(() => undefined);
        sent += 1;
        controller.enqueue(new Uint8Array(PART).fill(0x20));
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, parts: () => sent };
}

function send(method: string, path: string, body: ReadableStream, headers: Record<string, string> = {}) {
  senders += 1;
  const from = { "cf-connecting-ip": `2001:db8:b:${senders.toString(16)}::1`, ...headers };
  return ask(new Request(`http://localhost${path}`, { method, body, headers: from, redirect: "manual" }));
}

const routes = [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))].flatMap((route) => {
  const [method = "", path = ""] = route.split(" ");
  const asked = path.replaceAll(/:\w+|\*/g, "x1");
  // A browser's own `fetch` sends no body with these; `Request` refuses to make one. See test/e2e/bodies.test.ts.
  const methods = method === "ALL" ? ["POST", "PUT", "PATCH", "DELETE"] : method === "GET" ? [] : [method];
  return methods.map((one) => ({ method: one, path: asked }));
});

describe("a stranger's body without end", () => {
  it.each(routes)("is not held at $method $path", { timeout: 9_000 }, async ({ method, path }) => {
    const { stream, parts } = upload(2_000);
    const response = await send(method, path, stream, { authorization: "Bearer wrong" });
    await response.text();
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(parts()).toBeLessThanOrEqual(MAX_TAKEN / PART + SLACK_PARTS);
  });

  it("is not held with a setup token either", async () => {
    const { stream, parts } = upload(2_000);
    const response = await send("POST", "/api/v1/keys", stream, { authorization: "Bearer setup-token-of-the-tests" });
    expect(await problemOf(response)).toMatchObject({ status: 413, code: "TOO_LARGE" });
    expect(parts()).toBeLessThanOrEqual(MAX_TAKEN / PART + SLACK_PARTS);
  });
});

describe("the body of somebody with credentials", () => {
  it("is refused past 8 MiB, as soon as that is known", async () => {
    const { key } = await createKey({});
    const { stream, parts } = upload(4_000);
    const response = await send("POST", "/api/v1/code/exec", stream, { authorization: `Bearer ${key}` });
    expect(await problemOf(response)).toMatchObject({ status: 413, code: "TOO_LARGE" });
    expect(parts()).toBeLessThanOrEqual((PRINCIPAL_BODY.maxBytes + MAX_DISCARDED_BYTES) / PART + SLACK_PARTS);
    const declared = await api("/code/exec", { method: "POST", body: `{"code":"${"x".repeat(9_000_000)}"}`, key });
    expect(await problemOf(declared)).toMatchObject({ status: 413 });
  });
});

describe("reading a body", () => {
  const bounds = (changed: Partial<BodyBounds> = {}): BodyBounds => ({
    maxBytes: 10 * PART,
    maxMs: 10_000,
    budget: new BodyBudget({ maxTotalBytes: 12 * PART, maxSenderBytes: 10 * PART }),
    ...changed,
  });
  const bodyOf = (stream: ReadableStream<Uint8Array>) => ({ headers: new Headers(), body: stream });

  it("ends when its time is over", async () => {
    vi.useFakeTimers();
    try {
      const reading = readRequestBody(bodyOf(upload(1).stream), bounds(), "a");
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await reading).toMatchObject({ ok: false, error: { code: "BODY_TOO_SLOW" } });
    } finally {
      vi.useRealTimers();
    }
  });

  it("is refused while others fill what there is, and possible again after they have gone", async () => {
    const shared = bounds({ maxBytes: 100 * PART });
    const others = [6, 5].map((count, index) => {
      let leave = (): void => undefined;
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let sent = 0; sent < count; sent += 1) controller.enqueue(new Uint8Array(PART));
          leave = () => controller.error(new Error("gone"));
        },
      });
      return { done: readRequestBody(bodyOf(stream), shared, `sender ${index}`), leave };
    });
    const late = () => {
      const { readable, writable } = new FixedLengthStream(2 * PART);
      void new Response(new Uint8Array(2 * PART)).body?.pipeTo(writable).catch(() => undefined);
      return readRequestBody(bodyOf(readable), shared, "late");
    };
    await expect.poll(late).toMatchObject({ ok: false, error: { code: "OVERLOADED" } });
    for (const { leave, done } of others) {
      leave();
      expect(await done).toMatchObject({ ok: false, error: { code: "INVALID_REQUEST" } });
    }
    expect(await late()).toMatchObject({ ok: true });
  });

  it("of one sender leaves room for the others", async () => {
    const greedy = await readRequestBody(bodyOf(upload(50).stream), bounds({ maxBytes: 100 * PART }), "greedy");
    expect(greedy).toMatchObject({ ok: false, error: { code: "OVERLOADED" } });
  });

  it("gives every byte, in order, however it was cut", async () => {
    const text = Array.from({ length: 5_000 }, (_one, index) => String(index)).join(",");
    const bytes = new TextEncoder().encode(text);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
        controller.close();
      },
    });
    const read = await readRequestBody(bodyOf(stream), bounds(), "a");
    expect(read.ok && new TextDecoder().decode(read.value)).toBe(text);
  });
});
