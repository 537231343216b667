/** A hint for a script that calls a tool as an SDK of its service is called: `github.issues.create(…)`, `github.rest.issues.create(…)`. */
import type { Catalog } from "../catalog/catalog.ts";
import { closeTools } from "../catalog/close-tools.ts";

const NO_FUNCTION = /^TypeError: ([\w$]{1,100})\.([\w$]{1,100}\.[\w$]{1,100}) is not a function$/;
const NOTHING_TO_READ = /^TypeError: Cannot read properties of undefined \(reading '([\w$]{1,100})'\)$/;
const CHAIN = /(?<![\w$.])([\w$]{1,100})\.([\w$]{1,100})\.([\w$]{1,100}\.[\w$]{1,100})(?=\()/g;
/** Members of a tool. */
const OWN = new Set(["all", "raw"]);

export function hintAtNesting(message: string, code: string, { servers }: Catalog): string | undefined {
  const [, called = "", path = ""] = NO_FUNCTION.exec(message) ?? [];
  if (path !== "") return hintAt(called, path, path, servers);
  const [, last = ""] = NOTHING_TO_READ.exec(message) ?? [];
  if (last === "") return undefined;
  for (const [, server = "", group = "", name = ""] of code.matchAll(CHAIN)) {
    const isMember = OWN.has(name.slice(0, name.indexOf(".")));
    const hint = name.endsWith(`.${last}`) && !isMember ? hintAt(server, `${group}.${name}`, name, servers) : undefined;
    if (hint !== undefined) return hint;
  }
  return undefined;
}

/** @param path as the script wrote it @param name what of the path may name a tool */
function hintAt(server: string, path: string, name: string, servers: Catalog["servers"]): string | undefined {
  const found = servers.find(({ identifier }) => identifier === server);
  if (found === undefined || path.startsWith("$")) return undefined;
  const [close] = closeTools(name, found.table.identifiers, 1);
  const advice =
    close === undefined
      ? `search_tools lists the tools of ${server}.`
      : `Did you mean await ${server}.${close}({ … })?`;
  return `${server}.${path} is not a tool; a tool has one name after its server. ${advice}`;
}
