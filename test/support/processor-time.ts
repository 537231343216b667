import process from "node:process";

/**
 * Starts counting the processor time of this process, so that a bound does not depend on the load of the machine.
 * @returns a function that returns the milliseconds since then
 */
export function startProcessorTime(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
}
