/** Starts one open gateway under `wrangler dev`, with real upstreams of both eras, for all end-to-end tests, and makes the command
 * that talks to it. */
import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { buildCli } from "../../scripts/build-cli.mjs";
import { startEverything } from "../../scripts/stack.mjs";
import { startToolsUpstream } from "../fixtures/upstreams/tools-upstream.ts";
import "./provided.d.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import { buildBundle } from "./workerd/bundle.ts";
import { openWranglerGateway } from "./wrangler-gateway.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildCli();
  await using starting = new AsyncDisposableStack();
  const everything = await startEverything({ port: 9600 });
  starting.defer(() => everything.stop());
  const modern = await startToolsUpstream("modern");
  starting.defer(() => modern.close());
  const legacy = await startToolsUpstream("legacy");
  starting.defer(() => legacy.close());
  const directory = await temporaryDirectory();
  starting.defer(() => rm(directory, { recursive: true, force: true }));
  const building = buildBundle(directory);
  const opening = openWranglerGateway({
    port: 9610,
    vars: { ISOGATE_OPEN: "local" },
    mcpServers: {
      everything: { type: "http", url: everything.url },
      modern: { type: "http", url: `${modern.origin}/mcp` },
      "legacy-tools": { type: "http", url: `${legacy.origin}/mcp` },
      notes: { type: "local" },
    },
  });
  // If one fails, the other has ended before everything is stopped.
  const [, opened] = await Promise.allSettled([building, opening]);
  if (opened.status === "fulfilled") starting.defer(() => opened.value.stop());
  project.provide("bundle", await building);
  const gateway = await opening;
  const { origin, url } = gateway;
  project.provide("stack", { origin, url, modern: modern.origin, legacy: legacy.origin });
  const running = starting.move();
  return () => running.disposeAsync();
}
