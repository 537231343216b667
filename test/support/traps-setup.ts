/** Starts the hostile server and the honest one beside it. */
import type { TestProject } from "vitest/node";
import { startHostileUpstream } from "../fixtures/upstreams/hostile-upstream.ts";
import { startToolsUpstream } from "../fixtures/upstreams/tools-upstream.ts";
import "./provided.d.ts";
import { behaviourOf } from "./traps.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const hostile = await startHostileUpstream(behaviourOf);
  const honest = await startToolsUpstream("legacy");
  project.provide("traps", { hostile: hostile.origin, honest: honest.origin });
  return async () => {
    await Promise.all([hostile.close(), honest.close()]);
  };
}
