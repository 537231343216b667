/** What is learnt of results stays small, however many tools answer in however many forms. */
import { expect, it } from "vitest";
import type { Shape } from "../../sdk-gen/index.ts";
import { MAX_OBSERVED_CHARS } from "../../src/limits/upstream-limits.ts";
import type { ToolDefinition } from "../../src/upstream/connector.ts";
import { ObservedResults } from "../../src/upstream/observed-results.ts";

function memoryStore() {
  const shapes = new Map<string, Shape>();
  return {
    shapes,
    readShapes: () => [...shapes].map(([tool, shape]) => ({ tool, shape })),
    writeShape: (_: string, tool: string, shape: Shape) => void shapes.set(tool, shape),
    deleteShape: (_: string, tool: string) => void shapes.delete(tool),
  };
}

const tools = Array.from({ length: 200 }, (_, index): ToolDefinition => ({ name: `tool_${index}` }));
const letters = (index: number): string =>
  `${"x".repeat(50)}${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`;
const result = (index: number): object =>
  Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      letters(at),
      Object.fromEntries(Array.from({ length: 30 }, (__, deep) => [letters((index + deep) % 60), 1])),
    ]),
  );

it("learns no more than fits, and what is no longer listed makes room", () => {
  const store = memoryStore();
  const observed = new ObservedResults("shop", store);
  for (const tool of tools) for (let index = 0; index < 3; index += 1) observed.note(tool, result(index));
  const chars = [...store.shapes.values()].reduce((sum, shape) => sum + JSON.stringify(shape).length, 0);
  expect(chars).toBeLessThanOrEqual(MAX_OBSERVED_CHARS);
  const full = store.shapes.size;
  expect(full).toBeGreaterThan(5);
  expect(full).toBeLessThan(tools.length);
  const [, ...others] = tools.slice(0, full);
  observed.keepOnly([...others, ...tools.slice(full)]);
  expect(store.shapes.size).toBe(full - 1);
  expect(observed.note({ name: "small" }, { a: 1 })).toBe(true);
  expect(new ObservedResults("shop", store).note({ name: "another" }, { a: 1 })).toBe(true);
});

it("does not change the list of tools for ever", () => {
  const observed = new ObservedResults("shop", memoryStore());
  const tool = { name: "changing" };
  const changes = Array.from({ length: 500 }, (_, index) =>
    observed.note(tool, { [letters(index % 26)]: { [letters(index)]: 1 } }),
  ).filter(Boolean);
  expect(changes.length).toBeGreaterThan(20);
  expect(changes.length).toBeLessThanOrEqual(100);
});
