/** Measurements as a table for people. */
import { availableParallelism, cpus } from "node:os";
import process from "node:process";
import type { Measurement } from "./section.ts";

export function describeMachine(): string {
  const [cpu] = cpus();
  return `${availableParallelism()} × ${cpu?.model.trim() ?? "unknown CPU"}, ${process.platform}, Node ${process.versions.node}`;
}

export function missedBar({ samples, bar, barOf = 0.5 }: Measurement): boolean {
  return bar !== undefined && quantile(samples, barOf) >= bar;
}

export function printTable(measured: readonly Measurement[]): void {
  const rows = [
    ["", "n", "median", "p95", "max", "bar", ""],
    ...measured.map((one) => [
      one.what,
      String(one.samples.length),
      ...[0.5, 0.95, 1].map((share) => quantile(one.samples, share).toFixed(2)),
      one.bar === undefined
        ? ""
        : `${one.barOf === undefined ? "" : `p${one.barOf * 100} `}< ${Number(one.bar.toFixed(2))} ${missedBar(one) ? "MISSED" : "ok"}`,
      one.note ?? "",
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(cells.join("  ").trimEnd());
  }
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
