import { parseForScript, parseToRewrite } from "../lib/exact-json.ts";

/**
 * Parses JSON that is sent or printed again. Numbers that JavaScript would change, as 64-bit ids, keep their digits: as objects that
 * JSON.stringify writes unchanged, and in Node 20, which has none, as text. The gateway makes numbers of such text where a tool wants numbers.
 * @throws SyntaxError
 */
export function parseExact(text: string): unknown {
  return "rawJSON" in JSON ? parseToRewrite(text) : parseForScript(text);
}
