/** Matches requests that are paths or beginnings of paths: `github.create_issue`, also with the original name or a slash, in any case. */
import type { SearchIndex } from "./join.ts";

const MAX_PATH = 200;
const MAX_PATHS = 20;
const MAX_WORDS = 6;

/** @returns the tools of a list of paths, in its order; none if one of them is no path of a tool */
export function listedPaths(index: SearchIndex, query: string): readonly number[] {
  const paths = query.split(/[\s,;]+/u, MAX_PATHS + 1);
  if (paths.length < 2 || paths.length > MAX_PATHS) return [];
  const found = paths.map((path) => (/[./:]/u.test(path) ? matchPaths(index, path).exact : []));
  return found.some(({ length }) => length === 0) ? [] : [...new Set(found.flat())];
}

/** @returns `exact`: numbers of tools with this path, or else this name; `begun`: those whose path or name begins with it */
export function matchPaths({ tools, servers, serverOf }: SearchIndex, query: string) {
  const path = query.trim().toLowerCase();
  const [exact, named, begun]: [number[], number[], number[]] = [[], [], []];
  if (path.length > MAX_PATH || path.split(/\s+/u).length > MAX_WORDS) return { exact, begun };
  const isCompound = path.length >= 3 && /[._/:-]/u.test(path) && !/\s/u.test(path);
  const rests = servers.map((server) => {
    const isHere = path.startsWith(server.toLowerCase()) && /[./:]/u.test(path[server.length] ?? "");
    return isHere ? path.slice(server.length + 1) : undefined;
  });
  for (let number = 0; number < tools.length; number++) {
    const one = tools[number];
    const rest = rests[serverOf[number] ?? 0];
    const start = rest ?? path;
    if (!one || (!isCompound && one.tool.length !== start.length && one.name.length !== start.length)) continue;
    const { tool, name } = one;
    const names = [tool.toLowerCase(), name.toLowerCase()];
    if (names.includes(start)) (rest === undefined ? named : exact).push(number);
    else if (isCompound && names.some((text) => text.startsWith(start))) begun.push(number);
  }
  return { exact: exact.length > 0 ? exact : named, begun };
}
