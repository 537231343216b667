/** Embeds texts as vectors of length 1 with a Workers AI model. Tools and requests use one model, which is part of every cache key. */
import type { AiBinding } from "../../config/ai-binding.ts";

export const MODEL = "@cf/baai/bge-small-en-v1.5";
/** Number of texts the model takes in one request. */
const BATCH = 100;
/** Number of characters sent per text; the model reads 512 tokens and cuts the rest. */
const MAX_TEXT_CHARS = 1_500;

export async function embed(ai: AiBinding, texts: readonly string[]): Promise<Float32Array[]> {
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
