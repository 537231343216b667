/** Texts to vectors of length 1, by a Workers AI model. One model for tools and requests; its name is part of every cache key. */
import type { AiBinding } from "../../config/ai-binding.ts";

export const MODEL = "@cf/baai/bge-small-en-v1.5";
/** Texts the model takes in one request. */
const BATCH = 100;
/** Characters it reads of a text (512 tokens); the rest would be cut there anyway. */
const MAX_LENGTH = 1_500;

export async function embed(ai: AiBinding, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += BATCH) {
    const text = texts.slice(at, at + BATCH).map((one) => one.slice(0, MAX_LENGTH));
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
