/** What stands around a script without being part of it. */
import { describe, expect, it } from "vitest";
import { runScript, type Given } from "./script.ts";

type Case = readonly [given: string, want: unknown, how?: Given];

const CASES: readonly Case[] = [
  ["```js\n1 + 1\n```", 2],
  ["```\n1 + 1\n```", 2],
  ["```javascript\n1 + 1\n```\n", 2],
  ["```JS\n1 + 1\n```", 2],
  ["\n\n```js\n1 + 1\n```\n\n", 2],
  ["  ```js\n  1 + 1\n  ```", 2],
  ["```js\r\n1 + 1\r\n```\r\n", 2],
  ['```js title="x.js"\n1 + 1\n```', 2],
  ["```{.js}\n1 + 1\n```", 2],
  ["``` js\n1 + 1\n```", 2],
  ["````js\n1 + 1\n````", 2],
  ["```js\n1 + 1\n`````", 2],
  ["~~~\n1 + 1\n~~~", 2],
  ["~~~js\n1 + 1\n~~~", 2],
  ["```js\n1 + 1```", 2],
  ["```js\n\n1 + 1\n\n```", 2],
  ["```js\n`a` + `b`\n```", "ab"],
  ["```js\n// ```\n5\n```", 5],
  ["```js\nconst s = `\n\\`\\`\\`\n`; s.trim().length\n```", 3],
  ["```js\nasync () => {\n  return 4\n}\n```", 4],
  ["```js\n{ a: 1, b: 2 }\n```", { a: 1, b: 2 }],
  ["```js\nexport default 5\n```", 5],
  ["```js\n#!/usr/bin/env node\n6\n```", 6],
  ["```ts\nconst a: number = 7; a\n```", 7],
  ["```typescript\nconst a: number = 7; a\n```", 7],
  ["```tsx\nconst a: number = 7; a\n```", 7],
  ["```ts\nconst a: number = 7; a\n```", 7, { language: "javascript" }],
  ["```ts\nimport { Issue } from './types'\nlet a = 1; a\n```", 1],
  ["```js\nconst a: number = 7; a\n```", 7],
  ["```js\nconst a: number = 7; a\n```", 7, { language: "typescript" }],
  ["\uFEFF1 + 1", 2],
  ["\uFEFF#!/usr/bin/env node\n1 + 1", 2],
  ["\uFEFF```js\n1 + 1\n```", 2],
  ["#!/usr/bin/env node\n1 + 1", 2],
  ["#!/usr/bin/env -S npx tsx\nconst a: number = 1; a", 1],
  ["#!only\n\n1", 1],
  ["\r\n1\r\n+ 1\r\n", 2],
  ["const a = 1\rconst b = 2\ra + b", 3],
  ["`a\r\nb`.length", 3],
  ["'a\\\r\nb'", "ab"],
  ["1 // x\r\n", 1],
  ["1\u2028", 1],
  ["// x\u20281", 1],
  ["'\u2028'.length", 1],
  ["\u00a0\u30001 +\u00a01", 2],
  ["\t1 +\v1\f", 2],
  ["``", ""],
  ["`js`", "js"],
];

describe("a script is the same with", () => {
  it.each(CASES.map(([given, want, how]) => ({ given, want, how })))("$given", async ({ given, want, how }) => {
    const { value, error } = await runScript(given, how);
    expect({ value, error }).toStrictEqual({ value: want, error: undefined });
  });
});
