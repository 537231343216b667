// Requests that are paths, not sentences: `github.create_issue`, also with the original name or a slash, in any case, or the
// beginning of one.

import type { SearchIndex } from "./join.ts";

/** @returns numbers of tools: those with this very path, or else name, and those whose path or name begins so */
export function matchPaths(
  { tools }: SearchIndex,
  query: string,
): { exact: readonly number[]; begun: readonly number[] } {
  const path = query.trim().toLowerCase();
  const [exact, named, begun]: [number[], number[], number[]] = [[], [], []];
  const isOneWord = path.length >= 3 && path.length <= 300 && !/\s/u.test(path);
  for (const [number, { server, tool, name }] of tools.entries()) {
    const [names, prefix] = [[tool.toLowerCase(), name.toLowerCase()], server.toLowerCase()];
    const atServer = path.startsWith(prefix) && /[./:]/u.test(path[prefix.length] ?? "");
    const rest = atServer ? path.slice(prefix.length + 1) : undefined;
    if (rest !== undefined && names.includes(rest)) exact.push(number);
    else if (names.includes(path)) named.push(number);
    else if (isOneWord) {
      const start = rest ?? (/[._-]/u.test(path) ? path : undefined);
      if (start !== undefined && names.some((one) => one.startsWith(start))) begun.push(number);
    }
  }
  return { exact: exact.length > 0 ? exact : named, begun };
}
