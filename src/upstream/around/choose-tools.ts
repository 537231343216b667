/** `tools` of gateway.json: which tools of an upstream are offered, and under which names. The same for every kind of upstream. */
import { assignIdentifiers } from "../../../sdk-gen/index.ts";
import type { ToolChoice } from "../../config/server-options.ts";
import { nearest } from "../../lib/nearest.ts";
import { matchesWildcard } from "../../lib/wildcard.ts";
import type { Connector, ToolDefinition, ToolList } from "../connector.ts";
import { quote } from "../../lib/shorten.ts";
import { nameMeant, SPELLED } from "../tool-table.ts";

const MAX_REMARKS = 20;
/** A shorter pattern is close to any name that begins with other letters. */
const MIN_NEAR_CHARS = 4;

/** A tool goes by the name that the upstream gives it, and by the name that scripts call it by. */
function namesOf(name: string): readonly string[] {
  return [name, assignIdentifiers([name]).get(name) ?? name];
}

/**
 * Tests entries against the name that a script has written, which may be another spelling of the tool's (upstream/tool-table.ts).
 * @returns the entry of `exclude` that has or matches the name, whether or not the upstream has such a tool
 */
export function excludedBy({ exclude = [] }: ToolChoice, name: string): string | undefined {
  const patterns = exclude.filter((entry) => entry.includes("*"));
  const names = exclude.filter((entry) => !entry.includes("*"));
  const matches = (pattern: string): boolean => matchesWildcard(pattern, name) || matchesWords(pattern, name);
  return entryNamed(names, name) ?? patterns.find(matches);
}

function entryNamed(entries: readonly string[], name: string): string | undefined {
  return entries.find((entry) => namesOf(entry).includes(name)) ?? nameMeant(name, entries);
}

/**
 * Compares word by word: `delete-*` matches `delete_repo` and `deleteRepo`, and not `deletes_repo`, which has the same letters at its beginning.
 */
function matchesWords(pattern: string, name: string): boolean {
  return SPELLED.test(name) && matchesWildcard(wordForm(pattern), wordForm(name));
}

/** @returns `_delete_repo` for `delete-repo` and `deleteRepo`: words in lower case, each behind a `_` */
function wordForm(text: string): string {
  const parted = text
    .replaceAll(/([\p{Ll}\p{N}*])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1$2_")
    .replaceAll(/[^\p{L}\p{N}*]+/gu, "_")
    .toLowerCase();
  return /^[_*]/.test(parted) ? parted : `_${parted}`;
}

export function offers({ include, exclude = [] }: ToolChoice): (name: string) => boolean {
  return (name) => {
    const names = namesOf(name);
    const matches = (pattern: string): boolean => names.some((one) => matchesWildcard(pattern, one));
    return (include === undefined || include.some(matches)) && !exclude.some(matches);
  };
}

export function chooseTools(connector: Connector, choice: ToolChoice): Connector {
  return {
    list: async (signal) => {
      const listed = await connector.list(signal);
      return listed === "unchanged" ? listed : choose(listed, choice);
    },
    call: (tool, args, options) => connector.call(original(tool), args, options),
    close: () => connector.close(),
  };
}

function choose(listed: ToolList, choice: ToolChoice): ToolList {
  const isOffered = offers(choice);
  const offered = listed.tools.filter(({ name }) => isOffered(name));
  const all = listed.tools.map(({ name }) => name);
  const remarks = listed.isChosen === true ? [] : [...unmatched(choice)(all)];
  const names = chosenNames(offered, choice, remarks);
  const tools = offered.map((tool, at): ToolDefinition => {
    const name = names[at] ?? tool.name;
    return name === tool.name
      ? tool
      : { ...tool, name, request: { ...asFields(tool.request), originalName: tool.name } };
  });
  return { ...listed, tools, unreadable: [...listed.unreadable, ...remarks.slice(0, MAX_REMARKS)] };
}

/**
 * @param remarks is given a text for each new name that another tool has
 * @returns the names that the tools are shown by, in their order. A tool that keeps its name may hold one that another tool was to have,
 * which then keeps its own, too.
 */
function chosenNames(offered: readonly ToolDefinition[], choice: ToolChoice, remarks: string[]): readonly string[] {
  const names = offered.map(({ name }) => newName(name, choice) ?? name);
  for (;;) {
    const holders = Map.groupBy(names.keys(), (at) => names[at]);
    const keepsOwn = (at: number): boolean => names[at] === offered[at]?.name;
    const loser = offered.findIndex(
      (_, at) =>
        !keepsOwn(at) && holders.get(names[at])?.some((other) => other !== at && (keepsOwn(other) || other < at)),
    );
    const { name } = offered[loser] ?? {};
    if (name === undefined) return names;
    remarks.push(`tools.rename: ${names[loser]} is the name of another tool, so ${name.slice(0, 80)} keeps its name`);
    names[loser] = name;
  }
}

/** @returns the name that the gateway shows, unless another tool has it */
export function newName(name: string, { rename = {} }: ToolChoice): string | undefined {
  const key = namesOf(name).find((one) => Object.hasOwn(rename, one));
  return key === undefined ? undefined : rename[key];
}

/** @returns the name that `rename` gives to a tool of this name, whether or not the upstream has such a tool */
export function renamedTo({ rename = {} }: ToolChoice, name: string): string | undefined {
  const names = namesOf(name);
  const keys = Object.keys(rename);
  const key = keys.find((one) => names.includes(one)) ?? entryNamed(keys, name);
  return key === undefined ? undefined : rename[key];
}

function original(tool: ToolDefinition): ToolDefinition {
  const { originalName } = asFields(tool.request);
  return typeof originalName === "string" ? { ...tool, name: originalName } : tool;
}

function asFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** @returns a function from the names of all tools of the upstream to a text for each entry of `tools` that concerns none of them */
export function unmatched({
  include = [],
  exclude = [],
  rename = {},
}: ToolChoice): (names: readonly string[]) => string[] {
  return (all) => {
    const names = all.map(namesOf);
    const patterns = [...include.map((entry) => ["include", entry]), ...exclude.map((entry) => ["exclude", entry])];
    const missed = [
      ...patterns.filter(([, entry = ""]) => !names.some((own) => own.some((one) => matchesWildcard(entry, one)))),
      ...Object.keys(rename)
        .filter((key) => !names.some((own) => own.includes(key)))
        .map((key) => ["rename", key]),
    ];
    return missed.slice(0, MAX_REMARKS).map(([option, entry = ""]) => {
      const near = nearName(entry, all);
      const but = near === undefined ? "" : `, but one is called ${quote(near, 80)}`;
      return `tools.${option}: no tool is called ${quote(entry, 80)}${but}`;
    });
  };
}

/** @returns the name that a pattern with a typing mistake may mean: its beginning and its end are compared with theirs */
function nearName(pattern: string, names: readonly string[]): string | undefined {
  const [first = "", ...others] = pattern.split("*");
  const last = others.at(-1);
  if (last === undefined) return nearest(pattern, names, 1)[0];
  if (first.length + last.length < MIN_NEAR_CHARS) return undefined;
  const ends = new Map(
    names.map((name) => [name.slice(0, first.length) + (last && name.slice(-last.length)), name] as const),
  );
  return ends.get(nearest(first + last, ends.keys(), 1)[0] ?? "");
}
