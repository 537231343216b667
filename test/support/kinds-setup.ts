/** Starts an upstream of every kind, as real servers on loopback. */
import type { TestProject } from "vitest/node";
import { startApiServer } from "../fixtures/upstreams/api-server.ts";
import { boundWorker } from "../fixtures/upstreams/bound-worker.ts";
import { startFeaturesUpstream } from "../fixtures/upstreams/features-upstream.ts";
import { startGraphqlServer } from "../fixtures/upstreams/graphql-server.ts";
import { startPagedApi } from "../fixtures/upstreams/paged-api.ts";
import { serve } from "../fixtures/upstreams/node-server.ts";
import { startToolsUpstream } from "../fixtures/upstreams/tools-upstream.ts";
import { bundleAgent } from "./agent-bundle.ts";
import { DOCUMENTED_FEATURES, DOCUMENTED_SCRIPTS } from "./documented-upstreams.ts";
import "./provided.d.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [agent, api, tools, graphql, worker, features, oldFeatures, paged] = await Promise.all([
    bundleAgent(),
    startApiServer(),
    startToolsUpstream("modern"),
    startGraphqlServer(),
    serve(boundWorker()),
    startFeaturesUpstream("modern"),
    startFeaturesUpstream("legacy"),
    startPagedApi(),
  ]);
  project.provide("kinds", {
    api: api.origin,
    tools: tools.origin,
    graphql: graphql.origin,
    worker: worker.origin,
    agent,
    paged: paged.origin,
    features: { modern: features.origin, legacy: oldFeatures.origin },
    documented: DOCUMENTED_SCRIPTS,
    documentedFeatures: DOCUMENTED_FEATURES,
  });
  return async () => {
    await Promise.all([api, tools, graphql, worker, features, oldFeatures, paged].map((server) => server.close()));
  };
}
