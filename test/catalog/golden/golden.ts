import { type Catalog, loadCatalogs } from "../../fixtures/catalogs/load.ts";
import requests from "./requests.json" with { type: "json" };

export interface GoldenRequest {
  readonly request: string;
  /** Every right answer, as `server.original_tool_name`; the server never contains a dot, the tool may. */
  readonly want: readonly string[];
  readonly split: "tune" | "held-out";
}

/** Other modes of a server that is already in the corpus: the same tools twice would make every answer ambiguous. */
const OTHER_MODES: ReadonlySet<string> = new Set(["azure-all", "ms365-discovery", "twilio-all"]);

/** The catalogs a golden request is searched in: all fixtures, one mode of each server. */
export function goldenCatalogs(): readonly Catalog[] {
  return loadCatalogs().filter((catalog) => !OTHER_MODES.has(catalog.name));
}

export const goldenRequests: readonly GoldenRequest[] = requests.map((entry) => ({
  request: entry.request,
  want: entry.want,
  split: split(entry.split),
}));

function split(value: string): GoldenRequest["split"] {
  if (value === "tune" || value === "held-out") return value;
  throw new Error(`unknown split: ${value}`);
}
