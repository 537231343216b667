/** Makes scripts run repeatedly in one isolate, although they try to change shared objects. */
import type { Client } from "@modelcontextprotocol/client";
import { parse } from "acorn";
import { expect } from "vitest";
import { findMentions } from "../../worker-loader/prepare/names.ts";
import { attack } from "./attack.ts";

/**
 * Scripts that seem to change built-ins never run in a reused isolate. This hides the change by computed names, which the check of
 * their text cannot see.
 */
export function disguised(code: string): string {
  const text = code
    .replaceAll(/\.(prototype|__proto__|getPrototypeOf|setPrototypeOf)\b/g, (_, name: string) => {
      return `['${name.slice(0, 5)}' + '${name.slice(5)}']`;
    })
    .replaceAll(/\b([A-Z]\w*)((?:\.\w+|\[[^\]]*\])+ *=(?!=))/g, "(0, $1)$2")
    .replaceAll(/\.(\w+)(?= *=(?![=>]))/g, "['' + '$1']")
    .replaceAll(/\bSymbol\.(?=\w+\] *=(?!=))/g, "(0, Symbol).")
    .replaceAll(/\b((?:Object|Reflect)\.(?:assign|defineProperty|defineProperties|set)\()([A-Z]\w*)/g, "$1(0, $2)")
    .replaceAll("delete Array", "delete (0, Array)");
  const options = { allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true, ecmaVersion: "latest" } as const;
  expect(findMentions(parse(text, options)).changesBuiltIns, text).toBe(false);
  return text;
}

/** Checks that isolates are reused. A local gateway creates a bounded number of reused isolates; beyond it, no test of leftover state means anything. */
export async function expectSharedIsolates(client: Client): Promise<void> {
  const code = disguised("return Object.isFrozen(Object.getPrototypeOf([]))");
  const seen = [];
  for (let run = 0; run < 3; run += 1) seen.push((await attack(client, code)).value);
  expect(seen).toEqual([false, true, true]);
}
