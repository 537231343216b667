/** A run waits until it has its place among the runs in flight of its principal. */
import type { RunError } from "../../worker-loader/index.ts";
import { leftBecause } from "./run-ending.ts";
import type { OpenedRun } from "./run-gateway.ts";

/** A shorter wait is not worth a line in the log. */
const WORTH_A_LINE_MS = 1_000;

interface TurnOptions {
  /** Aborted when the client has gone away, or when somebody ends the run; the reason is a text where it is known. */
  readonly signal: AbortSignal;
  /** Called when the run is certain to get its turn: from then on the answer is its outcome. */
  readonly onAccepted: (() => void) | undefined;
}

export type Turn = { readonly ok: true; readonly remark?: string } | { readonly ok: false; readonly error: RunError };

/** The Gateway was lost while the run waited at it. */
export const RESTARTED: RunError = {
  code: "INTERNAL_ERROR",
  message: "The gateway was restarted before the run began, so the script was not run. Run it again.",
};

export async function takeTurn(opened: OpenedRun, options: TurnOptions): Promise<Turn> {
  try {
    return await wait(opened, options);
  } catch (error) {
    console.error("run, before it began:", error);
    return { ok: false, error: RESTARTED };
  }
}

async function wait({ host, begun }: OpenedRun, { signal, onAccepted }: TurnOptions): Promise<Turn> {
  const place = await begun;
  if (place.kind === "refused") return { ok: false, error: place.error };
  onAccepted?.();
  if (signal.aborted) return left(signal);
  if (place.kind === "taken") return { ok: true };
  const queuedAt = Date.now();
  const hasLeft = Promise.withResolvers<"left">();
  const onAbort = (): void => hasLeft.resolve("left");
  signal.addEventListener("abort", onAbort);
  const ended = await Promise.race([host.turn(), hasLeft.promise]);
  signal.removeEventListener("abort", onAbort);
  if (ended === "left") return left(signal);
  const waitedMs = Date.now() - queuedAt;
  if (waitedMs < WORTH_A_LINE_MS) return { ok: true };
  const seconds = (waitedMs / 1_000).toFixed(1);
  return {
    ok: true,
    remark: `The run waited ${seconds} s for its turn, behind ${place.ahead} others: as many runs as limits.max_runs allows were in flight.`,
  };
}

function left(signal: AbortSignal): Turn {
  return { ok: false, error: { code: "CANCELLED", message: leftBecause(signal) } };
}
