/** Starts the upstreams that the gateway under test has, once for all test files, as real servers on loopback. */
import type { TestProject } from "vitest/node";
import { startEverything } from "../../scripts/stack.mjs";
import { startOddUpstream } from "../fixtures/upstreams/odd-upstream.ts";
import { startSilentUpstream } from "../fixtures/upstreams/silent-upstream.ts";
import { startToolsUpstream } from "../fixtures/upstreams/tools-upstream.ts";
import "./provided.d.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const everything = await startEverything({ port: 3301 });
  const modern = await startToolsUpstream("modern");
  const legacy = await startToolsUpstream("legacy");
  const odd = await startOddUpstream();
  const silent = await startSilentUpstream();
  project.provide("upstreams", {
    everything: everything.url.replace("/mcp", ""),
    modern: modern.origin,
    legacy: legacy.origin,
    odd: odd.origin,
    silent: silent.origin,
  });
  return async () => {
    await Promise.all([everything.stop(), modern.close(), legacy.close(), odd.close(), silent.close()]);
  };
}
