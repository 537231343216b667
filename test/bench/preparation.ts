/**
 * How preparing a script grows with its length, in Node, on the code the Worker runs: each kind of script at four lengths up to the
 * longest that is accepted. Where milliseconds per kilobyte grow with the length, a step is not linear.
 */
import { MAX_CODE_LENGTH } from "../../worker-loader/limits.ts";
import { prepareScript } from "../../worker-loader/prepare/prepare.ts";
import { LARGE_SCRIPTS, type LargeScript } from "../prepare/large-scripts.ts";
import { transpile } from "../prepare/transpile-in-node.ts";
import type { Measurement, Section } from "./gateway/section.ts";

const ROUNDS = 3;
const SHARES = [1 / 8, 1 / 4, 1 / 2, 1];
const OFFERED = ["notes", "input", "call_tool", "$mcpproxy"];
/** Of the longest script, whatever it is made of. */
const BAR_MS = 5_000;

export const preparation: Section = {
  name: "prepare",
  async measure() {
    await transpile("let warm: boolean");
    const rows: Measurement[] = [];
    for (const kind of LARGE_SCRIPTS) {
      for (const share of SHARES) rows.push(await measureKind(kind, share));
    }
    return rows;
  },
};

async function measureKind(kind: LargeScript, share: number): Promise<Measurement> {
  const code = kind.make(Math.floor(share * (kind.maxLength ?? MAX_CODE_LENGTH)));
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) samples.push(await prepareTimed(code, kind));
  const kilobytes = code.length / 1024;
  const note = `${(Math.min(...samples) / kilobytes).toFixed(2)} ms/kB at best`;
  return {
    what: `prepare ${Math.round(kilobytes)} kB: ${kind.name}`,
    samples,
    note,
    ...(share === 1 && { bar: BAR_MS }),
  };
}

async function prepareTimed(code: string, { language, rewrites }: LargeScript): Promise<number> {
  const started = performance.now();
  const prepared = await prepareScript(code, language, transpile, ["a"], rewrites);
  if (prepared.ok) prepared.script.toModule(OFFERED);
  return performance.now() - started;
}
