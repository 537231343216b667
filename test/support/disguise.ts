/** Scripts that run again and again in one isolate, although they try to change what it shares. */
import type { Client } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import { attack } from "./attack.ts";

/**
 * Scripts that seem to change built-ins never run in an isolate that is used again. This hides it: what is computed is not read off
 * their text.
 */
export function disguised(code: string): string {
  return code
    .replaceAll(/\.(prototype|__proto__|getPrototypeOf|setPrototypeOf)\b/g, (_, name: string) => {
      return `['${name.slice(0, 5)}' + '${name.slice(5)}']`;
    })
    .replaceAll(/\b([A-Z]\w*)((?:\.\w+|\[[^\]]*\])+ *=(?!=))/g, "(0, $1)$2")
    .replaceAll("delete Array", "delete (0, Array)");
}

/** A local gateway makes a bounded number of isolates that are used again; where they are used up, nothing is left behind anywhere. */
export async function expectSharedIsolates(client: Client): Promise<void> {
  const code = disguised("return Object.isFrozen(Object.getPrototypeOf([]))");
  const seen = [];
  for (let run = 0; run < 3; run += 1) seen.push((await attack(client, code)).value);
  expect(seen).toEqual([false, true, true]);
}
