/** Catalogs of real servers: the fixtures, or the `tools/list` answers in a directory. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolSource } from "../../sdk-gen/index.ts";
import { loadCatalogs as loadFixtures } from "../fixtures/catalogs/load.ts";

export interface Catalog {
  readonly name: string;
  readonly tools: readonly ToolSource[];
}

export function loadCatalogs(directory: string | undefined): readonly Catalog[] {
  if (directory === undefined) return loadFixtures();
  return readdirSync(directory)
    .filter((file) => file.endsWith(".json") && file !== "index.json")
    .sort()
    .map((file) => JSON.parse(readFileSync(join(directory, file), "utf8")) as Catalog);
}

/** what a client without code mode would put before the model */
export function rawText(catalog: Catalog): string {
  return JSON.stringify(
    catalog.tools.map(({ name, description, inputSchema, outputSchema }) => ({
      name,
      description,
      inputSchema,
      ...(outputSchema === undefined ? {} : { outputSchema }),
    })),
  );
}
