/**
 * The description of GitHub's REST API, 13 MB, from its bytes to the text of its SDK, in workerd. The clock inside workerd stands
 * still while code runs, so time is taken around one HTTP request, which reads the file too.
 *
 * Memory: V8 gets a heap of a size (`--max-heap-size`, all generations together) and ends the process when live objects do
 * not fit. What the heap says it uses would be too much (it collects only when it has to) or too little (after the work).
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { root } from "../../../scripts/stack.mjs";
import { buildBundle } from "../../support/workerd/bundle.ts";
import type { Bundle } from "../../support/workerd/uploaded-files.ts";
import { sample, type Section } from "../gateway/section.ts";
import { serve, text, workerFields } from "../../support/workerd/serve.ts";

const MAX_HEAP_MB = 64;
const STEP_MB = 4;
const OPERATIONS = 1_223;

const require = createRequire(import.meta.url);
const DESCRIPTIONS = dirname(require.resolve("@octokit/openapi/generated/api.github.com.json"));

export const openapi: Section = {
  name: "openapi",
  async measure({ directory }) {
    const bundle = await buildBundle(join(directory, "bundle"), join(root, "test/bench/openapi/wrangler.toml"));
    const times = (heapMb: number, count: number) => withWorker({ bundle, directory, heapMb }, count);
    const samples = await times(MAX_HEAP_MB, 11);
    return [
      {
        what: `GitHub's OpenAPI to SDK text, heap of ${MAX_HEAP_MB} MB`,
        samples: samples.slice(1),
        bar: 2_000,
        note: `first of a process: ${samples[0]?.toFixed(0)}`,
      },
      { what: "  smallest heap it fits in (MB, not ms)", samples: [await smallestHeap(times)], bar: MAX_HEAP_MB },
    ];
  },
};

async function smallestHeap(times: (heapMb: number, count: number) => Promise<readonly number[]>): Promise<number> {
  let fits = MAX_HEAP_MB;
  while (fits > STEP_MB) {
    const next = fits - STEP_MB;
    const isEnough = await times(next, 3).then(
      () => true,
      () => false,
    );
    if (!isEnough) break;
    fits = next;
  }
  return fits;
}

interface Place {
  readonly bundle: Bundle;
  readonly directory: string;
  readonly heapMb: number;
}

/** @throws when the heap is too small: the process has ended */
async function withWorker({ bundle, directory, heapMb }: Place, count: number): Promise<readonly number[]> {
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--max-heap-size=${heapMb}"],
  services = [
    (name = "bench", worker = (
      ${await workerFields(bundle, directory)}
      bindings = [(name = "DESCRIPTIONS", service = "descriptions")],
    )),
    (name = "descriptions", disk = (path = ${text(DESCRIPTIONS)})),
  ],
  sockets = [(name = "http", http = (), service = "bench")],
);
`;
  const workerd = await serve({ directory, config, readyPath: "/" });
  try {
    return await sample(count, async () => {
      const from = performance.now();
      const response = await fetch(`http://127.0.0.1:${workerd.port}/api.github.com.json`);
      const { operations } = (await response.json()) as { operations: number };
      if (operations !== OPERATIONS) throw new Error(`${operations} operations instead of ${OPERATIONS}`);
      return performance.now() - from;
    });
  } finally {
    await workerd.stop();
  }
}
