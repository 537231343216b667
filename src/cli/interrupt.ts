/** Ctrl-C, and the polite end of a process. */
import process from "node:process";

export type Signal = "SIGINT" | "SIGTERM";

export const STATUS_OF = { SIGINT: 130, SIGTERM: 143 } as const;

/** The first signal calls `first`; the second ends the process at once. `stop` brings the usual handling back. */
export function onInterrupt(first: (signal: Signal) => void): { stop(): void } {
  let count = 0;
  const heard = (signal: Signal): void => {
    count += 1;
    if (count === 1) first(signal);
    else process.exit(STATUS_OF[signal]);
  };
  process.on("SIGINT", heard);
  process.on("SIGTERM", heard);
  return {
    stop: () => {
      process.off("SIGINT", heard);
      process.off("SIGTERM", heard);
    },
  };
}
