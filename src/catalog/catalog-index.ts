/**
 * A catalog as search reads it. Built when the first request searches, not when a script runs: only a search needs the vocabulary.
 * The part of a server belongs to its list and is shared by every catalog that holds it.
 */
import type { Catalog, ServerCatalog } from "./catalog.ts";
import { buildPart, joinParts } from "./search/index.ts";
import type { IndexPart, SearchDocument, SearchIndex, Vocabulary } from "./search/index.ts";

const parts = new WeakMap<ServerCatalog, IndexPart>();
const indexes = new WeakMap<Catalog, SearchIndex>();

export function indexOf(catalog: Catalog, vocabulary: Vocabulary): SearchIndex {
  const index =
    indexes.get(catalog) ??
    joinParts(
      catalog.servers.map((server) => partOf(server, vocabulary)),
      vocabulary,
    );
  indexes.set(catalog, index);
  return index;
}

function partOf(server: ServerCatalog, vocabulary: Vocabulary): IndexPart {
  const part = parts.get(server) ?? buildPart(documentsOf(server), vocabulary);
  parts.set(server, part);
  return part;
}

export function documentsOf({ identifier, sdk, table }: ServerCatalog): SearchDocument[] {
  return sdk.tools.map((tool) => {
    const { title: own, description, annotations } = table.find(tool.name) ?? {};
    const title = own ?? annotations?.title;
    return {
      server: identifier,
      tool: tool.identifier,
      name: tool.name,
      description: description ?? "",
      parameters: tool.parameters,
      ...(title !== undefined && { title }),
      ...(annotations?.readOnlyHint !== undefined && { readOnly: annotations.readOnlyHint }),
      ...(annotations?.destructiveHint !== undefined && { destructive: annotations.destructiveHint }),
    };
  });
}
