/**
 * The only place where the gateway reads a request's body. A body is read where its route needs it, never in front of the check
 * who is calling, and within bounds: bytes and time of one body, and bytes of all bodies that arrive at the same moment.
 */
import type { Context } from "hono";
import { addressOf } from "../auth/attempts.ts";
import type { AppEnv } from "./app-env.ts";
import { DISCARD_MS, MAX_DISCARDED_BYTES, STRANGER_BODY, type BodyBounds } from "./body-bounds.ts";
import type { Result } from "../lib/result.ts";

/** The reason why a body is refused, for its sender. */
export interface BodyRefusal {
  readonly code: "INVALID_REQUEST" | "BODY_TOO_SLOW" | "TOO_LARGE" | "OVERLOADED";
  readonly detail: string;
}

export interface PrincipalBodyRefusal {
  readonly code: BodyRefusal["code"] | "UNAUTHENTICATED";
  readonly detail: string;
}

export function readStrangerBody(c: Context<AppEnv>): Promise<Result<Uint8Array<ArrayBuffer>, BodyRefusal>> {
  return readRequestBody(c.req.raw, STRANGER_BODY, addressOf(c.req.raw));
}

/** @param sender whose share of the budget it counts against */
export async function readRequestBody(
  { headers, body }: Pick<Request, "headers" | "body">,
  { maxBytes, maxMs, budget }: BodyBounds,
  sender: string,
): Promise<Result<Uint8Array<ArrayBuffer>, BodyRefusal>> {
  if (Number(headers.get("content-length") ?? 0) > maxBytes) return tooLarge(maxBytes);
  if (body === null) return { ok: true, value: new Uint8Array() };
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const deadline = afterMs(maxMs);
  // Not a list of parts: one byte at a time, each would take a hundred times its size.
  let buffer = new Uint8Array();
  let size = 0;
  let held = 0;
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), deadline.passed]);
      if (next === "passed") {
        void reader.cancel().catch(() => undefined);
        return refused("BODY_TOO_SLOW", `The request body must arrive within ${maxMs} ms.`);
      }
      if (next.done) return { ok: true, value: buffer.subarray(0, size) };
      const { byteLength } = next.value;
      if (size + byteLength > maxBytes) return tooLarge(maxBytes);
      if (!budget.take(sender, byteLength)) {
        return refused("OVERLOADED", "Too many large requests arrive at the same time. Try again in a few seconds.");
      }
      held += byteLength;
      buffer = withRoom(buffer, size, size + byteLength);
      buffer.set(next.value, size);
      size += byteLength;
    }
  } catch {
    // The sender has gone; whether anybody reads this is not known.
    return refused("INVALID_REQUEST", "The connection ended before the body was complete.");
  } finally {
    deadline.cancel();
    budget.release(sender, held);
    // `discardBody` reads the rest.
    reader.releaseLock();
  }
}

/**
 * Reads and drops the unread rest of a body before the answer goes out, as long as it is soon over: a sender that is
 * answered while it still sends often sees a broken connection instead of the answer. A longer or slower body is given up, and the
 * connection with it. Left alone, it would be taken as long as it comes, and under `wrangler dev` the answer would wait for its end.
 */
export async function discardBody({ body }: Request): Promise<void> {
  if (body === null || body.locked) return;
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const deadline = afterMs(DISCARD_MS);
  try {
    for (let size = 0; size <= MAX_DISCARDED_BYTES;) {
      const next = await Promise.race([reader.read(), deadline.passed]);
      if (next === "passed" || next.done) break;
      size += next.value.byteLength;
    }
  } catch {
    // The sender has gone.
  } finally {
    deadline.cancel();
    void reader.cancel().catch(() => undefined);
  }
}

function tooLarge(maxBytes: number): Result<Uint8Array<ArrayBuffer>, BodyRefusal> {
  return refused("TOO_LARGE", `The request body may have at most ${maxBytes} bytes.`);
}

function refused(code: BodyRefusal["code"], detail: string): Result<Uint8Array<ArrayBuffer>, BodyRefusal> {
  return { ok: false, error: { code, detail } };
}

function withRoom(buffer: Uint8Array<ArrayBuffer>, used: number, wanted: number): Uint8Array<ArrayBuffer> {
  if (wanted <= buffer.byteLength) return buffer;
  const larger = new Uint8Array(Math.max(wanted, 2 * buffer.byteLength));
  larger.set(buffer.subarray(0, used));
  return larger;
}

function afterMs(ms: number): { readonly passed: Promise<"passed">; readonly cancel: () => void } {
  const { promise: passed, resolve } = Promise.withResolvers<"passed">();
  const timer = setTimeout(() => resolve("passed"), ms);
  return { passed, cancel: () => clearTimeout(timer) };
}
