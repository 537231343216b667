/** One part of the bench. A new one is a module that exports a Section, and a line in run.ts. */
import type { Bundle } from "../../support/workerd/uploaded-files.ts";

export interface Section {
  readonly name: string;
  measure(context: SectionContext): Promise<readonly Measurement[]>;
}

interface SectionContext {
  readonly bundle: Bundle;
  /** For the storage and logs of this section; removed afterwards. */
  readonly directory: string;
}

export interface Measurement {
  readonly what: string;
  /** Milliseconds, one per sample. */
  readonly samples: readonly number[];
  /** The median has to be below, or the quantile `barOf`; milliseconds. */
  readonly bar?: number;
  readonly barOf?: number;
  /** Shown at the end of the row. */
  readonly note?: string;
}

/** Takes `count` samples one after the other; `work` gets the number of the sample. */
export async function sample(count: number, work: (index: number) => Promise<number>): Promise<number[]> {
  const samples: number[] = [];
  for (let index = 0; index < count; index += 1) samples.push(await work(index));
  return samples;
}
