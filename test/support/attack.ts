/** Runs a hostile script, and then checks the gateway: whatever the script did, the next one has to be answered at once. */
import type { Client } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import { execute } from "./client.ts";
import type { Envelope } from "./answer.ts";

/**
 * The time after its limit by which a run has to have ended on a busy machine. The code of the error says which limit ended it.
 * `npm run bench -- limits` measures the delay itself.
 */
export const LATE_MS = 5_000;

/** @param request its options add to short limits, so that an attack that is not ended is seen soon */
export async function attack(
  client: Client,
  code: string,
  request: { readonly input?: unknown; readonly language?: "typescript"; readonly options?: object } = {},
): Promise<Envelope> {
  const ended = await run(client, code, request);
  await ping(client);
  return ended;
}

function run(
  client: Client,
  code: string,
  { options, ...request }: NonNullable<Parameters<typeof attack>[2]>,
): Promise<Envelope> {
  return execute(client, { code, ...request, options: { cpu_ms: 500, timeout_ms: 3_000, ...options } });
}

/** Like `attack`, with the time until the outcome. */
export async function timedAttack(
  client: Client,
  code: string,
  request: Parameters<typeof attack>[2] = {},
): Promise<{ readonly ended: Envelope; readonly ms: number }> {
  const started = performance.now();
  const ended = await run(client, code, request);
  const ms = performance.now() - started;
  await ping(client);
  return { ended, ms };
}

export async function ping(client: Client): Promise<void> {
  expect(await execute(client, { code: "1" })).toMatchObject({ ok: true, value: 1 });
}
