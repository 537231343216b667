/**
 * A hint for a name with a hyphen, which is read as a subtraction: `shop.update-item({ … })` for the tool `update_item`, `my-server.tool({ … })`
 * for the server `my_server`. Pure.
 */
import type { Catalog } from "../catalog/catalog.ts";

/** The name that was not found, or that is no function: `shop.list-shop({})` calls the server. */
const FAILED = /^(?:ReferenceError: ([\w$]{1,100}) is not defined|TypeError: ([\w$]{1,100}) is not a function)$/;
/** `server.one-two` and `one-two.tool`, with the parts around the hyphens. */
const HYPHENATED = /(?<![\w$.-])([\w$]{1,100}(?:-[\w$]{1,100}){0,9})\.([\w$]{1,100}(?:-[\w$]{1,100}){0,9})(?![\w$-])/g;

/** Maximum number of written paths that are compared with the names of servers and tools. */
const MAX_TRIED = 20;

export function hintAtHyphen(message: string, code: string, { servers }: Catalog): string | undefined {
  const [, missing, called] = FAILED.exec(message) ?? [];
  const name = missing ?? called;
  if (name === undefined) return undefined;
  const tried = new Set<string>();
  for (const [path, first = "", last = ""] of code.matchAll(HYPHENATED)) {
    if (tried.has(path) || !path.includes("-") || !path.split(/[-.]/).includes(name)) continue;
    if (tried.size === MAX_TRIED) break;
    tried.add(path);
    const server = servers.find(({ name: own, identifier }) => [own, identifier].some((one) => isWritten(one, first)));
    const tool = server?.table.tools.find((one) => {
      return [one.name, server.table.identifierOf(one)].some((own) => isWritten(own, last));
    });
    if (server === undefined || (tool === undefined && last.includes("-"))) continue;
    const meant = `${server.identifier}.${tool === undefined ? last : server.table.identifierOf(tool)}`;
    return `${path} is read as a subtraction: write await ${meant}({ … }).`;
  }
  return undefined;
}

function isWritten(name: string, written: string): boolean {
  return name.length === written.length && name.replaceAll("-", "_") === written.replaceAll("-", "_");
}
