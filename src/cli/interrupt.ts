/** Handles Ctrl-C and SIGTERM. */
import process from "node:process";

export type Signal = "SIGINT" | "SIGTERM";

export const STATUS_OF = { SIGINT: 130, SIGTERM: 143 } as const;

/** Calls `first` on the first signal; the second signal ends the process at once. `stop` restores the usual handling. */
export function onInterrupt(first: (signal: Signal) => void): { stop(): void } {
  let count = 0;
  const onSignal = (signal: Signal): void => {
    count += 1;
    if (count === 1) first(signal);
    else process.exit(STATUS_OF[signal]);
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    stop: () => {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}
