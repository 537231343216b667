/** Starts the upstreams that the gateway under test has, once for all test files, as real servers on loopback. */
import type { TestProject } from "vitest/node";
import { startEverything } from "../../scripts/stack.mjs";
import { startAnnotatedUpstream } from "../fixtures/upstreams/annotated-upstream.ts";
import { startDocumentsServer } from "../fixtures/upstreams/documents-server.ts";
import { startLeakyUpstream } from "../fixtures/upstreams/leaky-upstream.ts";
import { startProtectedUpstream } from "../fixtures/upstreams/protected-upstream.ts";
import { startOddUpstream } from "../fixtures/upstreams/odd-upstream.ts";
import { startSilentUpstream } from "../fixtures/upstreams/silent-upstream.ts";
import { startToolsUpstream } from "../fixtures/upstreams/tools-upstream.ts";
import "./provided.d.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const everything = await startEverything({ port: 3301 });
  const modern = await startToolsUpstream("modern");
  const legacy = await startToolsUpstream("legacy");
  const odd = await startOddUpstream();
  const annotated = await startAnnotatedUpstream();
  const silent = await startSilentUpstream();
  const [documents, elsewhere] = await Promise.all([startDocumentsServer(), startDocumentsServer()]);
  const leaky = await startLeakyUpstream();
  const protectedOne = await startProtectedUpstream();
  project.provide("upstreams", {
    everything: everything.url.replace("/mcp", ""),
    modern: modern.origin,
    legacy: legacy.origin,
    odd: odd.origin,
    annotated: annotated.origin,
    silent: silent.origin,
    leaky: leaky.origin,
    protectedOne: protectedOne.origin,
    robotRealm: "robot",
    documents: documents.origin,
    elsewhere: elsewhere.origin,
  });
  return async () => {
    await everything.stop();
    const servers = [modern, legacy, odd, annotated, silent, leaky, protectedOne, documents, elsewhere];
    await Promise.all(servers.map((server) => server.close()));
  };
}
