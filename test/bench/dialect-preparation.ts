/**
 * What the dialects cost scripts that use none: the module they become is the same text, and preparing them takes as long. Measured in Node, on
 * the code the Worker runs.
 */
import { mcpproxyRewrite } from "../../dialects/mcpproxy/rewrite.ts";
import { prepareScript } from "../../worker-loader/prepare/prepare.ts";
import type { Rewrite } from "../../worker-loader/prepare/rewrite.ts";
import type { Measurement, Section } from "./gateway/section.ts";

const REWRITES: readonly Rewrite[] = [mcpproxyRewrite];
const ROUNDS = 300;
const PLAIN = `const { notes: all } = await notes.list_notes({ tag: "ops" });
const lines = await Promise.all(all.map(async ({ id, title }) => {
  const text = await notes.summarize({ id });
  return { id, title, words: text.split(/\\s+/).length, isLong: text.length > 80 };
}));
lines.filter(({ isLong }) => !isLong).toSorted((a, b) => a.words - b.words)`;
const DIALECT = `const all = call_tool("notes", "list-notes", { tag: "ops" }).result.notes;
const lines = all.map(({ id, title }) => {
  const text = call_tool("notes", "summarize", { id }).result;
  return { id, title, words: text.split(/\\s+/).length, isLong: text.length > 80 };
});
lines.filter(({ isLong }) => !isLong).toSorted((a, b) => a.words - b.words)`;

export const dialectPreparation: Section = {
  name: "dialect-preparation",
  async measure() {
    const without: number[] = [];
    const withAll: number[] = [];
    const sync: number[] = [];
    for (let round = 0; round < 2 * ROUNDS; round += 1) {
      // In turns, so that neither has the warmer caches; the first half warms up.
      const samples = round < ROUNDS ? [[], [], []] : [without, withAll, sync];
      const [plain, same] = [await prepare(PLAIN, [], samples[0]), await prepare(PLAIN, REWRITES, samples[1])];
      if (plain !== same)
        throw new Error("A script without a dialect becomes another module with the dialects than without.");
      await prepare(DIALECT, REWRITES, samples[2]);
    }
    const bar = 1.1 * median(without) + 0.02;
    return [
      { what: "dialects: prepare a script that uses none, dialects off", samples: without },
      { what: "  the same, dialects on (the module is the same text)", samples: withAll, bar },
      { what: "  the same script as MCPProxy's users write it", samples: sync },
    ] satisfies Measurement[];
  },
};

async function prepare(code: string, rewrites: readonly Rewrite[], samples: number[] = []): Promise<string> {
  const started = performance.now();
  const prepared = await prepareScript(code, "javascript", noTranspiler, [], rewrites);
  if (!prepared.ok) throw new Error(prepared.error.message);
  const { text } = prepared.script.toModule(["notes", "call_tool", "$mcpproxy"]);
  samples.push(performance.now() - started);
  return text;
}

function noTranspiler(): Promise<never> {
  return Promise.reject(new Error("not needed"));
}

function median(samples: readonly number[]): number {
  return samples.toSorted((one, other) => one - other)[samples.length >> 1] ?? 0;
}
