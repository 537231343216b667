/** Starts the gateways for the browser tests. Without Chromium it prints a message, and the tests are skipped. */
import type { TestProject } from "vitest/node";
import { startLyingProvider } from "../fixtures/lying-provider.ts";
import { startLongListUpstream } from "../fixtures/upstreams/long-list-upstream.ts";
import { startProtectedUpstream } from "../fixtures/upstreams/protected-upstream.ts";
import { startToolsUpstream } from "../fixtures/upstreams/tools-upstream.ts";
import { CHROMIUM_NAMES, findChromium } from "./find-chromium.ts";
import "./provided.d.ts";
import { openWranglerGateway, type WranglerGateway, type WranglerGatewayOptions } from "./wrangler-gateway.ts";

const KEY = "correct-horse-battery-staple";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = findChromium();
  if (chromium === undefined) {
    console.warn(
      `Skipped: test/browser. None of ${CHROMIUM_NAMES.join(", ")} is on the PATH (Debian: apt-get install chromium-headless-shell).`,
    );
    project.provide("browser", { open: "", closed: "", key: "" });
    return async () => undefined;
  }
  await using starting = new AsyncDisposableStack();
  const modern = await startToolsUpstream("modern");
  starting.defer(() => modern.close());
  const library = await startLongListUpstream(230);
  starting.defer(() => library.close());
  const guarded = await startProtectedUpstream();
  starting.defer(() => guarded.close());
  await fetch(`${guarded.origin}/r/vault/control`, { method: "POST", body: JSON.stringify({ login: "ada" }) });
  const provider = await startLyingProvider();
  starting.defer(() => provider.close());
  provider.person = { sub: "ada", email: "ada@acme.example", email_verified: true };
  const opened = async (options: WranglerGatewayOptions): Promise<WranglerGateway> => {
    const gateway = await openWranglerGateway(options);
    starting.defer(() => gateway.stop());
    return gateway;
  };
  const starts = [
    opened({
      port: 9800,
      vars: { ISOGATE_OPEN: "local", ISOGATE_ENCRYPTION_KEY: "tests-only-tests-only-tests-only-tests-only" },
      mcpServers: {
        notes: { type: "local" },
        modern: { type: "http", url: `${modern.origin}/mcp` },
        library: { type: "http", url: `${library.origin}/mcp` },
        vault: { type: "http", url: `${guarded.origin}/r/vault/mcp`, auth: "oauth" },
        "home-files": { command: "npx", args: ["files"] },
        misspelled: { url: `${modern.origin}/mcp`, haeders: {} },
        resting: { url: `${modern.origin}/mcp`, disabled: true, alwaysAllow: [] },
      },
      settings: { hots: ["gateway.example"] },
    }),
    opened({
      port: 9820,
      vars: {
        ISOGATE_OPEN: "local",
        ISOGATE_API_KEY: KEY,
        ISOGATE_ENCRYPTION_KEY: "tests-only-tests-only-tests-only-tests-only",
      },
      mcpServers: {
        notes: { type: "local" },
        modern: { type: "http", url: `${modern.origin}/mcp` },
        vault: { type: "http", url: `${guarded.origin}/r/vault/mcp`, auth: "oauth" },
      },
      settings: {
        auth: {
          oidc: {
            issuer: provider.origin,
            name: "Acme",
            client_id: "isogate",
            client_secret: "s",
            allow: ["@acme.example"],
          },
        },
      },
    }),
  ] as const;
  // If one fails, the other has started before both are stopped.
  await Promise.allSettled(starts);
  const [open, closed] = await Promise.all(starts);
  project.provide("browser", { chromium, open: open.origin, closed: closed.origin, key: KEY });
  const running = starting.move();
  return () => running.disposeAsync();
}
