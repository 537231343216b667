/**
 * Ranks tools by the similarity of their meaning to a request, if there is a Workers AI binding. Vectors are cached by the hash of
 * their text, in this isolate's memory and in the principal's Gateway, so a tool is embedded once. A catalog without vectors is
 * embedded after responses, at most MAX_EMBEDDED tools after each: the first searches are lexical only, and so are all searches if the model does
 * not answer.
 */
import { sha256 } from "../../lib/hash.ts";
import { keepNewest } from "../../lib/keep-newest.ts";
import type { Catalog } from "../catalog.ts";
import type { ToolPath } from "../describe.ts";
import type { AiBinding } from "../../config/ai-binding.ts";

/** Persistent storage for vectors, as the bytes of a Float32Array. */
export interface VectorStore {
  readVectors(keys: readonly string[]): Promise<Readonly<Record<string, ArrayBuffer>>>;
  writeVectors(vectors: Readonly<Record<string, ArrayBuffer>>): Promise<void>;
}

/** Number of most similar tools that enter the fused ranking. */
const NEAREST = 30;
/** Number of tools that are ranked by meaning; the others of a larger catalog are found by their words. */
const MAX_TOOLS = 20_000;
/** Number of tools embedded after one search: the account pays for them, and an upstream may change all of its tools at any time. */
const MAX_EMBEDDED = 2_000;
/** Number of vectors in one message, which may have 32 MiB. */
const MAX_RECALLED = 5_000;

const cached = new Map<string, Float32Array>();
const embedding = new Set<string>();
const textsOf = new WeakMap<Catalog, readonly ToolText[]>();

interface ToolText extends ToolPath {
  readonly key: string;
  readonly text: string;
}

/** @param later runs work that may continue after the response @returns undefined while there are no vectors to rank by */
export async function semanticRank(
  ai: AiBinding,
  store: VectorStore,
  catalog: Catalog,
  query: string,
  later: (work: Promise<void>) => void,
): Promise<readonly ToolPath[] | undefined> {
  const tools = (await describeOnce(catalog)).slice(0, MAX_TOOLS);
  await recall(store, tools);
  const missing = tools.filter(({ key }) => !cached.has(key) && !embedding.has(key));
  if (missing.length > 0) later(learn(ai, store, missing.slice(0, MAX_EMBEDDED)));
  const known = tools.flatMap((tool) => {
    const vector = cached.get(tool.key);
    return vector ? [{ tool, vector }] : [];
  });
  if (known.length === 0) return undefined;
  const [queryVector] = await embed(ai, [query]);
  if (!queryVector) return undefined;
  const near = known.map(({ tool, vector }) => ({ tool, nearness: dot(queryVector, vector) }));
  near.sort((a, b) => b.nearness - a.nearness);
  return near.slice(0, NEAREST).map(({ tool: { server, tool } }) => ({ server, tool }));
}

async function describeOnce(catalog: Catalog): Promise<readonly ToolText[]> {
  let texts = textsOf.get(catalog);
  if (texts === undefined) {
    texts = await Promise.all(
      catalog.servers.flatMap(({ identifier: server, sdk }) =>
        sdk.tools.map(async ({ identifier: tool, name, description }): Promise<ToolText> => {
          const text = `${server} ${name.replaceAll(/[_-]/g, " ")}. ${description}`;
          return { server, tool, text, key: await sha256(`${MODEL}\n${text}`) };
        }),
      ),
    );
    textsOf.set(catalog, texts);
  }
  return texts;
}

async function recall(store: VectorStore, tools: readonly ToolText[]): Promise<void> {
  const wanted = tools.filter(({ key }) => !cached.has(key)).map(({ key }) => key);
  for (let at = 0; at < wanted.length; at += MAX_RECALLED) {
    const found = await store.readVectors(wanted.slice(at, at + MAX_RECALLED));
    for (const [key, bytes] of Object.entries(found)) remember(key, new Float32Array(bytes));
  }
}

async function learn(ai: AiBinding, store: VectorStore, tools: readonly ToolText[]): Promise<void> {
  for (const { key } of tools) embedding.add(key);
  try {
    const vectors = await embed(
      ai,
      tools.map(({ text }) => text),
    );
    const entries = tools.flatMap(({ key }, index): [string, Float32Array][] => {
      const vector = vectors[index];
      return vector ? [[key, vector]] : [];
    });
    for (const [key, vector] of entries) remember(key, vector);
    await store.writeVectors(Object.fromEntries(entries.map(([key, vector]) => [key, vector.slice().buffer])));
  } catch (error) {
    console.error("tools could not be embedded:", error);
  } finally {
    for (const { key } of tools) embedding.delete(key);
  }
}

function remember(key: string, vector: Float32Array): void {
  cached.set(key, vector);
  keepNewest(cached, MAX_TOOLS);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

const MODEL = "@cf/baai/bge-small-en-v1.5";
/** Number of texts the model takes in one request. */
const BATCH = 100;
/** Number of characters sent per text; the model reads 512 tokens and cuts the rest. */
const MAX_TEXT_CHARS = 1_500;

/** Embeds texts as vectors of length 1 with a Workers AI model. Tools and requests use one model, which is part of every cache key. */
async function embed(ai: AiBinding, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += BATCH) {
    const text = texts.slice(at, at + BATCH).map((one) => one.slice(0, MAX_TEXT_CHARS));
    vectors.push(...readVectors(await ai.run(MODEL, { text }), text.length));
  }
  return vectors;
}

function readVectors(answer: unknown, count: number): Float32Array[] {
  const data = answer !== null && typeof answer === "object" && "data" in answer ? answer.data : undefined;
  if (!Array.isArray(data) || data.length !== count) throw new Error(`${MODEL} answered without ${count} vectors.`);
  return data.map((vector: unknown) => {
    if (!Array.isArray(vector) || !vector.every((value) => typeof value === "number")) {
      throw new Error(`${MODEL} answered with something that is not a vector.`);
    }
    return normalised(Float32Array.from(vector));
  });
}

function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
