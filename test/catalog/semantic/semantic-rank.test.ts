/** Ranking by meaning with a stand-in for the Workers AI binding (the real one needs an account): vectors by topic. */
import { describe, expect, it } from "vitest";
import { buildServerCatalog, joinCatalog } from "../../../src/catalog/catalog.ts";
import { fuse } from "../../../src/catalog/semantic/fuse.ts";
import { semanticRank } from "../../../src/catalog/semantic/semantic-rank.ts";

const TOPICS = [
  ["bug", "issue"],
  ["mail", "letter"],
  ["weather", "rain"],
];

class StandIn {
  readonly asked: string[] = [];
  fails = false;

  run(_model: string, { text }: { text: readonly string[] }): Promise<unknown> {
    this.asked.push(...text);
    if (this.fails) return Promise.reject(new Error("out of capacity"));
    const vectorOf = (one: string) => TOPICS.map((words) => (words.some((word) => one.includes(word)) ? 1 : 0.01));
    return Promise.resolve({ shape: [text.length, TOPICS.length], data: text.map(vectorOf) });
  }
}

class MemoryStore {
  readonly kept = new Map<string, ArrayBuffer>();
  readVectors(keys: readonly string[]) {
    return Promise.resolve(Object.fromEntries([...this.kept].filter(([key]) => keys.includes(key))));
  }
  writeVectors(vectors: Readonly<Record<string, ArrayBuffer>>) {
    for (const [key, vector] of Object.entries(vectors)) this.kept.set(key, vector);
    return Promise.resolve();
  }
}

function catalogOf(marker: string) {
  const tools = [
    { name: "create_issue", description: `Open one ${marker}` },
    { name: "send_mail", description: `Write a letter ${marker}` },
    { name: "forecast", description: `Will it rain? ${marker}` },
  ];
  return joinCatalog([buildServerCatalog("s", "s", marker, tools)]);
}

async function rank(ai: StandIn, store: MemoryStore, catalog: ReturnType<typeof catalogOf>, query: string) {
  const work: Promise<void>[] = [];
  const ranked = await semanticRank(ai, store, catalog, query, (one) => void work.push(one));
  await Promise.all(work);
  return ranked?.map(({ server, tool }) => `${server}.${tool}`);
}

describe("semanticRank", () => {
  it("has nothing to say at first, and then ranks by nearness", async () => {
    const [ai, store, catalog] = [new StandIn(), new MemoryStore(), catalogOf("first")];
    expect(await rank(ai, store, catalog, "file a bug")).toBeUndefined();
    expect((await rank(ai, store, catalog, "file a bug"))?.[0]).toBe("s.create_issue");
    expect((await rank(ai, store, catalog, "will there be rain"))?.[0]).toBe("s.forecast");
    expect(store.kept.size).toBe(3);
  });

  it("embeds a tool once, also for another catalog object of the same tools", async () => {
    const [ai, store] = [new StandIn(), new MemoryStore()];
    await rank(ai, store, catalogOf("once"), "mail");
    await rank(ai, store, catalogOf("once"), "mail");
    expect(ai.asked.filter((text) => text.includes("once"))).toHaveLength(3);
  });

  it("embeds a part of a large catalog after each search", async () => {
    const [ai, store] = [new StandIn(), new MemoryStore()];
    const tools = Array.from({ length: 4_100 }, (_, index) => ({ name: `tool_${index}`, description: "Of many" }));
    const catalog = joinCatalog([buildServerCatalog("large", "large", "large", tools)]);
    for (const kept of [2_000, 4_000, 4_100]) {
      await rank(ai, store, catalog, "mail");
      expect(store.kept.size).toBe(kept);
    }
  });

  it("stays silent when the model fails, and tries again later", async () => {
    const [ai, store, catalog] = [new StandIn(), new MemoryStore(), catalogOf("failing")];
    ai.fails = true;
    expect(await rank(ai, store, catalog, "mail")).toBeUndefined();
    ai.fails = false;
    await rank(ai, store, catalog, "mail");
    expect((await rank(ai, store, catalog, "mail"))?.[0]).toBe("s.send_mail");
  });
});

describe("fuse", () => {
  it.each([
    { given: [["a", "b", "c"]], want: ["a", "b", "c"] },
    {
      given: [
        ["a", "b"],
        ["b", "c"],
      ],
      want: ["b", "a", "c"],
    },
    {
      given: [
        ["a", "b"],
        ["b", "a"],
      ],
      want: ["a", "b"],
    },
    { given: [[], ["x"]], want: ["x"] },
  ])("$given", ({ given, want }) => {
    expect(fuse(given, (item) => item)).toStrictEqual(want);
  });
});
