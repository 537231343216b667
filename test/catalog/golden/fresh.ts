import type { TrainingRequest } from "./training.ts";
import requests from "./fresh.json" with { type: "json" };

/** Plain requests by somebody who had seen neither ranking nor vocabulary. Halves as in the training set. */
export const freshRequests: readonly TrainingRequest[] = requests.map((entry) => ({
  request: entry.request,
  want: entry.want,
  half: entry.half === "learn" ? "learn" : "check",
}));
