/** A hostile script, and the gateway after it: whatever the script did, the next one has to be answered at once. */
import type { Client } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import { execute } from "./client.ts";
import type { Envelope } from "./answer.ts";

/** What a run may take beyond its limit. */
export const LATE_MS = 250;

/** @param options of the run; short limits, so that an attack which is not ended is seen soon */
export async function attack(
  client: Client,
  code: string,
  { options, ...asked }: { readonly input?: unknown; readonly language?: "typescript"; readonly options?: object } = {},
): Promise<Envelope> {
  const ended = await execute(client, { code, ...asked, options: { cpu_ms: 500, timeout_ms: 3_000, ...options } });
  await ping(client);
  return ended;
}

export async function ping(client: Client): Promise<void> {
  expect(await execute(client, { code: "1" })).toMatchObject({ ok: true, value: 1 });
}
