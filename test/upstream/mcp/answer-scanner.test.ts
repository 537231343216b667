/** An answer is measured as it comes, wherever it is cut into pieces. */
import { describe, expect, it } from "vitest";
import { AnswerScanner } from "../../../src/upstream/mcp/answer-scanner.ts";
import { MAX_BATCH_MESSAGES, MAX_MESSAGE_DEPTH } from "../../../src/limits/upstream-limits.ts";

const encoder = new TextEncoder();

function scan(text: string, pieces: number, options: { isEvents?: boolean; maxEventBytes?: number } = {}): number {
  let events = 0;
  const scanner = new AnswerScanner({
    isEvents: false,
    maxEventBytes: 1_000,
    ...options,
    ...(options.maxEventBytes !== undefined && { onEvent: () => (events += 1) }),
  });
  const bytes = encoder.encode(text);
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.subarray(at, at + size));
  return events;
}

const brackets = (count: number): string => "[".repeat(count) + "]".repeat(count);

describe.each([1, 7, 1_000_000])("in %s pieces", (pieces) => {
  it.each([
    { what: "as deep as it may be", text: brackets(MAX_MESSAGE_DEPTH), refused: undefined },
    { what: "deeper", text: brackets(MAX_MESSAGE_DEPTH + 1), refused: "nested deeper" },
    { what: "deep in a text", text: JSON.stringify(brackets(MAX_MESSAGE_DEPTH * 2)), refused: undefined },
    {
      what: "deep in a text after a quote",
      text: JSON.stringify(`"\\${brackets(MAX_MESSAGE_DEPTH * 2)}\\"`),
      refused: undefined,
    },
    {
      what: "deep after a text that ends in backslashes",
      text: `["\\\\\\\\",${brackets(MAX_MESSAGE_DEPTH)}]`,
      refused: "nested deeper",
    },
    {
      what: "deep after a name with a quote",
      text: `{"a\\"":${brackets(MAX_MESSAGE_DEPTH)}}`,
      refused: "nested deeper",
    },
    { what: "a batch", text: `[${"1,".repeat(MAX_BATCH_MESSAGES - 1)}1]`, refused: undefined },
    { what: "too many in a batch", text: `[${"1,".repeat(MAX_BATCH_MESSAGES + 1)}1]`, refused: "messages" },
  ])("$what", ({ text, refused }) => {
    const look = (): number => scan(text, pieces);
    expect(refused === undefined ? look() : look).toSatisfy(
      (seen: unknown) => seen === 0 || throwsWith(seen, refused ?? ""),
    );
  });

  it.each([
    { what: "a comment with a quote", line: ': "' },
    { what: "an id with a quote and a backslash", line: 'id: "\\' },
    { what: "a comment with closing brackets", line: `: ${"]".repeat(5_000)}` },
  ])("counts what follows $what", ({ line }) => {
    const text = `${line}\ndata: ${brackets(MAX_MESSAGE_DEPTH + 1)}\n\n`;
    expect(() => scan(text, pieces, { isEvents: true, maxEventBytes: 1_000_000 })).toThrow("nested deeper");
  });

  it.each([
    { text: "data: 1\n\ndata: 2\n\n", events: 2 },
    { text: "data: 1\r\n\r\ndata: 2\r\n\r\n: x\r\n", events: 2 },
    { text: ": comment\n\n\n\n", events: 3 },
    { text: "data: 1\r\rdata: 2\r\r", events: 2 },
    { text: "data: 1\r\n\rdata: 2\r\r\ndata: 3\n\r\n", events: 3 },
    { text: `data: {"a":"\\n"}\n\n`, events: 1 },
  ])("counts events of $text", ({ text, events }) => {
    expect(scan(text, pieces, { isEvents: true, maxEventBytes: 1_000 })).toBe(events);
  });

  it("refuses an event without an end", () => {
    expect(() => scan(`data: ${"A".repeat(2_000)}`, pieces, { isEvents: true, maxEventBytes: 1_000 })).toThrow(
      "an event of more than 1000 bytes",
    );
    expect(scan(`data: ${"A".repeat(900)}\n\n`.repeat(5), pieces, { isEvents: true, maxEventBytes: 1_000 })).toBe(5);
  });
});

function throwsWith(seen: unknown, message: string): boolean {
  if (typeof seen !== "function") return false;
  try {
    (seen as () => unknown)();
    return false;
  } catch (error) {
    return error instanceof Error && error.message.includes(message);
  }
}
