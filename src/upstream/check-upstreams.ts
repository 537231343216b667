/** Asks several upstreams whether they answer now, for a person who waits: bounded in time and in the requests at the same time. */
import type { Upstream } from "./upstream.ts";

interface CheckBounds {
  /** The time after which nothing more is waited for, in milliseconds; what has been asked is still answered. */
  readonly ms: number;
  readonly parallel: number;
}

/** @returns the upstreams that did not answer in time or were not asked any more. Never rejects; the results are in their reports */
export async function checkUpstreams(
  upstreams: readonly Upstream[],
  { ms, parallel }: CheckBounds,
): Promise<ReadonlySet<Upstream>> {
  const late = new Set(upstreams);
  const next = upstreams.values();
  let isOver = false;
  const work = async (): Promise<void> => {
    for (const upstream of next) {
      if (isOver) return;
      await upstream.check();
      if (!isOver) late.delete(upstream);
    }
  };
  const all = Promise.all(Array.from({ length: parallel }, work));
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([all, timeout]);
  clearTimeout(timer);
  isOver = true;
  return late;
}
