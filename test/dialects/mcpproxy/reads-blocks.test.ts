/** Which scripts read `content` as the list of blocks of the wire format: where they do, it is the blocks even of a payload that has one of its own. */
import { describe, expect, it } from "vitest";
import { readsBlocks } from "../../../dialects/mcpproxy/reads-blocks.ts";
import { parseProgram } from "../../../worker-loader/syntax/linear-parser.ts";
import { SYNTAX } from "../../../worker-loader/syntax/parse.ts";

function reads(code: string): boolean {
  return readsBlocks(parseProgram(code, { ...SYNTAX, preserveParens: true }));
}

describe("blocks are read", () => {
  it.each([
    "r.result.content[0].text",
    "r?.result?.content?.[0]?.text",
    'r["content"][i]["type"] === "text"',
    "(r.result.content || [])[0].text",
    "const first = r.ok ? r.result.content[0] : null; first && first.text",
    "const { content } = r.result; content.at(-1).text",
    "const { result: { content: [{ text }] } } = r",
    "const [block] = r.content ?? []; if (block) out = block.text",
    "let block; block = r.content.find(Boolean); block.text",
    "for (const { type } of r.content) out.push(type)",
    "for (block of r.content) out.push(block.text)",
    "for (const [at, block] of r.content.entries()) out[at] = block.text",
    "for (var i = 0; i < r.content.length; i++) { var c = r.content[i]; if (c.type === 'text') out += c.text }",
    "r.content.filter(function (block) { return block.type === 'text' })",
    "r.content.slice(1).map(({ text }) => text)",
    "[...a.content, ...b.content].forEach((block) => log(block.text))",
    "[].concat(a.content).map((block) => block.text)",
    "Array.from(r.content).reduce((all, block) => all + block.text, '')",
    "use(r); function use({ content = [] }) { return content[0].text }",
    "while (block = r.content.shift()) out += block.text; var block",
  ])("%s", (code) => {
    expect(reads(code)).toBe(true);
  });
});

describe("a content of another kind is read", () => {
  it.each([
    "r.result.content",
    "r.result.content.length",
    "r.result.content[0]",
    "r.result.content.text",
    "r.result.content.split('\\n').map((line) => line.text)",
    "[...r.result.content].length",
    "page.content.map(({ id }) => id); other.text",
    "page.content.map((one) => one.title); posts.map((one) => one.text)",
    "page.content.forEach((one) => log(one.title)); { const one = f(); one.text }",
    "for (const one of page.content) one.title; for (const one of posts) one.text",
    "const { content } = note; const { text } = other; content + text",
    "call_tool('a', 'b', { content: [{ type: 'text', text: 'x' }] })",
    "function one({ text }) { return text } one(r)",
  ])("%s", (code) => {
    expect(reads(code)).toBe(false);
  });
});

it("takes time in proportion to the length of the script", () => {
  const names = Array.from({ length: 9_000 }, (_, at) => `p${at}`).join(",");
  const started = performance.now();
  expect(reads(`function f([${names}]) {} ${"f(x);".repeat(14_000)} x.content`)).toBe(false);
  expect(reads(`x.content; ${`x.map(([${names}]) => x${"[0]".repeat(1_500)});`.repeat(4)}`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(1_500);
});
