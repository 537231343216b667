/** What `cache_seconds` keeps has a bound, also where the arguments are long and the answers short, and ends with a sign-in. */
import { expect, it } from "vitest";
import { MAX_CACHED_RESULTS_CHARS } from "../../../src/limits/api-limits.ts";
import { cacheResults } from "../../../src/upstream/around/cache-results.ts";
import type { Connector } from "../../../src/upstream/connector.ts";

const TOOL = { name: "read", annotations: { readOnlyHint: true } };
const signal = new AbortController().signal;

function counted(during: () => Promise<void> = () => Promise.resolve()) {
  const asked: unknown[] = [];
  const connector: Connector = {
    list: () => Promise.resolve("unchanged"),
    call: async (_, args) => {
      asked.push(args["id"]);
      await during();
      return { content: [] };
    },
    close: () => Promise.resolve(),
  };
  return { asked, connector: cacheResults(connector, 600) };
}

it("counts the arguments of what it keeps", async () => {
  const { asked, connector } = counted();
  const long = "x".repeat(400_000);
  const times = Math.ceil(MAX_CACHED_RESULTS_CHARS / long.length) + 1;
  for (let id = 0; id < times; id += 1) await connector.call(TOOL, { id, long }, { signal });
  await connector.call(TOOL, { id: times - 1, long }, { signal });
  expect(asked).toHaveLength(times);
  await connector.call(TOOL, { id: 0, long }, { signal });
  expect(asked.at(-1)).toBe(0);
});

it("keeps nothing when the connection is let go, as after a sign-out", async () => {
  const { asked, connector } = counted();
  await connector.call(TOOL, { id: 1 }, { signal });
  await connector.call(TOOL, { id: 1 }, { signal });
  expect(asked).toHaveLength(1);
  await connector.close();
  await connector.call(TOOL, { id: 1 }, { signal });
  expect(asked).toHaveLength(2);
});

it("keeps nothing when the upstream says that something has changed", async () => {
  const gate = Promise.withResolvers<void>();
  const { asked, connector } = counted(() => (asked.length === 2 ? gate.promise : Promise.resolve()));
  await connector.call(TOOL, { id: 1 }, { signal });
  await connector.call(TOOL, { id: 1 }, { signal });
  expect(asked).toHaveLength(1);
  connector.forget();
  const before = connector.call(TOOL, { id: 1 }, { signal });
  connector.forget();
  gate.resolve();
  await before;
  await connector.call(TOOL, { id: 1 }, { signal });
  expect(asked).toHaveLength(3);
});

it("does not keep what was asked for before that", async () => {
  const gate = Promise.withResolvers<void>();
  const { asked, connector } = counted(() => gate.promise);
  const before = connector.call(TOOL, { id: 1 }, { signal });
  await connector.close();
  gate.resolve();
  await before;
  await connector.call(TOOL, { id: 1 }, { signal });
  expect(asked).toHaveLength(2);
});

it("does not keep what was answered with a person's input, which came with the call or during it", async () => {
  let asked = 0;
  const connector = cacheResults(
    {
      list: () => Promise.resolve("unchanged"),
      call: async (_tool, args, { person }) => {
        asked += 1;
        const said = args["id"] === 1 ? await person?.hold({ input: {} }) : undefined;
        return { content: [{ type: "text", text: JSON.stringify(said ?? "nobody was asked") }] };
      },
      close: () => Promise.resolve(),
    },
    600,
  );
  const able = { offered: [], showsForms: true };
  const person = { ...able, hold: () => Promise.resolve({ input: { action: "accept", content: { code: "1234" } } }) };
  const answered = { responses: {}, state: undefined };
  expect(JSON.stringify(await connector.call(TOOL, { id: 1 }, { signal, person }))).toContain("1234");
  expect(JSON.stringify(await connector.call(TOOL, { id: 1 }, { signal }))).not.toContain("1234");
  await connector.call(TOOL, { id: 2 }, { signal, person: { ...person, answered } });
  // Only this one is kept: its upstream has asked nobody.
  await connector.call(TOOL, { id: 2 }, { signal, person });
  await connector.call(TOOL, { id: 2 }, { signal });
  expect(asked).toBe(4);
});

it("does not count the bytes that rules about data search, and answers with them again", async () => {
  const bytes = { bytes: new Uint8Array(300_000), contentType: "application/zip" };
  const result = { content: [{ type: "resource", resource: { uri: "x", blob: bytes.bytes.toBase64() } }], bytes };
  let asked = 0;
  const connector = cacheResults(
    {
      list: () => Promise.resolve("unchanged"),
      call: () => Promise.resolve({ ...result, asked: (asked += 1) }),
      close: () => Promise.resolve(),
    },
    600,
  );
  for (const _ of [1, 2]) {
    expect(await connector.call(TOOL, {}, { signal })).toStrictEqual({ ...result, asked: 1 });
  }
});
