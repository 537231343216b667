/** A client that leaves while its script is prepared. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { FULL_ACCESS } from "../../src/auth/principal.ts";
import { gatewayOf } from "../../src/rpc/gateway-stub.ts";
import { currentCatalog } from "../../src/worker/current-catalog.ts";
import { executeFor } from "../../src/worker/run-backend.ts";
import { currentConfig } from "../../src/worker/current-config.ts";

const ORIGIN = "http://localhost";

it.each([
  { how: "waits for its answer", more: {} },
  { how: "detaches its run", more: { detach: true } },
])("makes no call when it $how", async ({ more }) => {
  const principal = { id: "left-client", role: "member", access: FULL_ACCESS } as const;
  const loaded = await currentConfig(env);
  if (!loaded.ok) throw new Error("gateway.json is invalid");
  const { snapshot, catalog } = await currentCatalog(env, principal, ORIGIN);
  const ctx = createExecutionContext();
  const waitUntil = (work: Promise<unknown>): void => ctx.waitUntil(work);
  const args = { code: "await modern.add({ a: 1, b: 2 })", ...more };
  const { outcome, run } = await executeFor(
    { env, config: loaded.config, principal, origin: ORIGIN, waitUntil },
    { args, origin: { via: "mcp", client: "a test" }, snapshot, catalog, signal: AbortSignal.abort() },
  );
  expect(outcome).toMatchObject({ ok: false, error: { code: "CANCELLED" } });
  const gateway = gatewayOf(env, principal.id);
  expect(await gateway.readRun(run)).toMatchObject({ state: "cancelled", calls: 0 });
  expect(await gateway.resumeRun(run, FULL_ACCESS, 0)).toEqual({ kind: "unknown" });
});
