/** The index of a catalog: parts are built once per tool list, kept, and read by the isolates that come after. */
import { describe, expect, it, vi } from "vitest";
import { indexOf } from "../../src/catalog/catalog-index.ts";
import { buildServerCatalog, joinCatalog, type Catalog } from "../../src/catalog/catalog.ts";
import { buildPart, openVocabulary, PART_VERSION, search } from "../../src/catalog/search/index.ts";
import { VOCABULARY_FORMAT } from "../../search-data/format.ts";
import type { PartStore, StoredIndexPart } from "../../src/catalog/stored-parts.ts";
import { vocabulary } from "./search/build-index.ts";
import { servers } from "./search/catalog.ts";

const LISTS = [
  { name: "issues", tools: [{ name: "create-issue", description: "Create an issue." }, { name: "list-issues" }] },
  { name: "files", tools: [{ name: "read_file", annotations: { title: "Look inside", readOnlyHint: true } }] },
];

/** As an isolate makes it that has nothing in memory. */
function fresh(lists = LISTS): Catalog {
  return joinCatalog(lists.map(({ name, tools }) => buildServerCatalog(name, name, JSON.stringify(tools), tools)));
}

class MemoryStore implements PartStore {
  readonly kept = new Map<string, string>();
  writes: string[] = [];

  async readParts(keys: readonly string[]): Promise<Record<string, string>> {
    return Object.fromEntries([...this.kept].filter(([key]) => keys.includes(key)));
  }

  async writeParts(parts: readonly StoredIndexPart[]): Promise<void> {
    for (const { key, server, text } of parts) {
      this.kept.set(key, text);
      this.writes.push(server);
    }
  }
}

async function searched(store: PartStore, catalog: Catalog, query: string) {
  const work: Promise<void>[] = [];
  const index = await indexOf(catalog, vocabulary, { store, later: (one) => void work.push(one) });
  await Promise.all(work);
  return search(index, query, { limit: 5 }).hits.map(({ server, tool }) => `${server}.${tool}`);
}

describe("parts of the index", () => {
  it("are built once, and read by the next isolate", async () => {
    const store = new MemoryStore();
    const first = await searched(store, fresh(), "file a bug");
    expect(first[0]).toBe("issues.create_issue");
    expect(store.writes).toEqual(["issues", "files"]);
    store.writes = [];
    expect(await searched(store, fresh(), "file a bug")).toEqual(first);
    expect(store.writes).toEqual([]);
  });

  it("are not asked for again by the same isolate", async () => {
    const store = new MemoryStore();
    const catalog = fresh();
    await searched(store, catalog, "x");
    const read = vi.spyOn(store, "readParts");
    await searched(store, catalog, "y");
    await searched(store, joinCatalog([...catalog.servers]), "z");
    expect(read).not.toHaveBeenCalled();
  });

  it("of a list that changed are built again, and only those", async () => {
    const store = new MemoryStore();
    await searched(store, fresh(), "x");
    store.writes = [];
    const [issues, ...others] = LISTS;
    const changed = [...others, { name: "issues", tools: [...(issues?.tools ?? []), { name: "close-issue" }] }];
    expect(await searched(store, fresh(changed), "close an issue")).toContain("issues.close_issue");
    expect(store.writes).toEqual(["issues"]);
  });

  it.each([
    { what: "no JSON", damage: () => "{" },
    { what: "of another server", damage: (text: string) => text.replaceAll('"issues"', '"others"') },
    { what: "of another build", damage: (text: string) => text.replace(`"version":${PART_VERSION}`, '"version":0') },
    {
      what: "of fewer tools",
      damage: (text: string) => text.replace(/\{"server":"issues","tool":"list_issues".*?\},?/u, ""),
    },
  ])("that are $what are built again", async ({ damage }) => {
    const store = new MemoryStore();
    const right = await searched(store, fresh(), "file a bug");
    for (const [key, text] of store.kept) store.kept.set(key, damage(text));
    store.writes = [];
    expect(await searched(store, fresh(), "file a bug")).toEqual(right);
    expect(store.writes).toContain("issues");
  });

  it("are only a saving: a store that fails delays nothing and breaks nothing", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const failing = async (): Promise<never> => {
      throw new Error("storage is full");
    };
    expect(await searched({ readParts: failing, writeParts: failing }, fresh(), "look inside")).toContain(
      "files.read_file",
    );
    expect(log).toHaveBeenCalledTimes(2);
    log.mockRestore();
  });
});

/** With some 90,000 terms. */
function largeCatalog(name: string): Catalog {
  const words = (tool: number) => Array.from({ length: 100 }, (_, word) => `${name}x${tool}y${word}`).join(" ");
  const tools = Array.from({ length: 450 }, (_, tool) => ({ name: `tool_${tool}`, description: words(tool) }));
  return fresh([{ name, tools }]);
}

it("joined indexes are kept for the catalogs used last, and not beyond a number of terms", async () => {
  const [small, large, other] = [fresh(), largeCatalog("a"), largeCatalog("b")];
  const indexed = (catalog: Catalog) =>
    indexOf(catalog, vocabulary, { store: new MemoryStore(), later: () => undefined });
  const kept = await indexed(small);
  const dropped = await indexed(large);
  expect(dropped.places.size).toBeGreaterThan(50_000);
  expect(await indexed(small)).toBe(kept);
  await indexed(other);
  expect(await indexed(small)).toBe(kept);
  expect(await indexed(large)).not.toBe(dropped);
}, 60_000);

/** SHA-256 of what is built of fixed documents and words, by version. Where it no longer holds, bump the version and put a new line. */
const BUILT: Readonly<Record<number, string>> = { 7: "0357840665656316" };
const fixed = openVocabulary({
  format: VOCABULARY_FORMAT,
  version: "fixed",
  unchanged: "",
  stopWords: "the of a",
  sameWords: [],
  contractions: [],
  verbs: [["creat", 1]],
  everydayVerbs: [],
  nounVerbs: "",
  affinity: [],
  synonyms: [],
  phrases: [],
  sayings: ["bug ticket"],
  concepts: [["issu", [["issu create:1", 0]]]],
});

it("a part that is built differently has another version", async () => {
  const text = JSON.stringify(servers.map((documents) => ({ ...buildPart(documents, fixed), version: 0 })));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  expect(Buffer.from(digest).toString("hex").slice(0, 16), "bump PART_VERSION").toBe(BUILT[PART_VERSION]);
});
