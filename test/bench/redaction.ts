/**
 * What it costs to take credentials out of 64 kB before they are written down: of an ordinary result, and of the worst text that is known.
 * All runs that share the Gateway wait for it. Measured in Node, on the code the Gateway runs.
 */
import { createRedact } from "../../src/ledger/redact.ts";
import { worstTexts } from "../ledger/worst-texts.ts";
import type { Measurement, Section } from "./gateway/section.ts";

const LENGTH = 65_536;
const ROUNDS = 8;
/** Three times what is measured; a pattern that tries again at every `eyJ-` takes 800 ms. */
const BAR_MS = 60;

const row = (id: number) => ({ id, title: "An issue of ordinary length", state: "open", author: { login: "ada" } });
const ORDINARY = JSON.stringify(Array.from({ length: LENGTH / 90 }, (_, id) => row(id)));

export const redaction: Section = {
  name: "redaction",
  measure() {
    const redact = createRedact(["s3cret-value-of-the-gateway", "another/Secret+42="]);
    const texts = worstTexts(LENGTH).map(({ what, text }) => ({ what, samples: samplesOf(() => redact(text)) }));
    const worst = texts.toSorted((a, b) => median(b.samples) - median(a.samples)).slice(0, 3);
    return Promise.resolve([
      { what: "redaction: 64 kB of an ordinary result", samples: samplesOf(() => redact(ORDINARY)), bar: 10 },
      ...worst.map(({ what, samples }, index) => ({
        what: index === 0 ? `  of the worst text, ${what}` : `  of the next, ${what}`,
        samples,
        bar: BAR_MS,
      })),
    ] satisfies Measurement[]);
  },
};

function samplesOf(work: () => unknown): number[] {
  work();
  return Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
}

function median(samples: readonly number[]): number {
  return samples.toSorted((one, other) => one - other)[samples.length >> 1] ?? 0;
}
