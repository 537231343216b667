import process from "node:process";

/**
 * Starts to count the processor time of this process, so that a bound does not depend on what else the machine does.
 * @returns a function that tells the milliseconds since then
 */
export function startProcessorTime(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
}
