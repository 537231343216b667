import type { GoldenRequest } from "./golden.ts";
import requests from "./training.json" with { type: "json" };

export interface TrainingRequest extends Pick<GoldenRequest, "request" | "want"> {
  /** Misses of `learn` may be looked at and acted on; of `check` only the figures are looked at. */
  readonly half: "learn" | "check";
}

/** Plain requests beside the golden set, to see whether a change of the ranking generalises before the golden set says so. */
export const trainingRequests: readonly TrainingRequest[] = requests.map((entry) => ({
  request: entry.request,
  want: entry.want,
  half: entry.half === "learn" ? "learn" : "check",
}));
