/** Starts the upstreams that scripts written for other systems call in the tests, as real servers on loopback. */
import type { TestProject } from "vitest/node";
import { startEverything } from "../../scripts/stack.mjs";
import { startSampleUpstreams } from "../fixtures/upstreams/sample-upstreams.ts";
import "./provided.d.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const everything = await startEverything({ port: 3331 });
  const samples = await startSampleUpstreams();
  project.provide("sampleUpstreams", samples.origin);
  project.provide("everything", everything.url);
  return async () => {
    await Promise.all([everything.stop(), samples.close()]);
  };
}
