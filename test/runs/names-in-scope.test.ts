/**
 * The names that a script finds in scope are listed in seven places, each for a purpose of its own. A name that is offered is in each list, or it is an
 * exception here, with the reason. Names of the language are compared in test/policy/flow-analysis.test.ts.
 */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dialectExtensions } from "../../dialects/index.ts";
import { EXECUTOR } from "../../dialects/executor/reserved-name.ts";
import { LAYOUT, PATH, SERVERS } from "../../dialects/servers-layout/reserved-name.ts";
import { BLOCKS, LAST, SYNC, WIRE } from "../../dialects/mcpproxy/reserved-names.ts";
import { joinCatalog } from "../../src/catalog/catalog.ts";
import { editorDeclarations } from "../../src/catalog/editor-declarations.ts";
import { serverIdentifiers } from "../../src/catalog/server-names.ts";
import { MEMBERS, NAMES } from "../../src/dashboard/editor/script-names.ts";
import { isServer } from "../../src/policy/flow-analysis/calls.ts";
import { filesExtension, servicesExtension } from "../../src/runs/services/extension.ts";
import { hintAtName } from "../../src/runs/unknown-name.ts";
import { BUILT_IN } from "../../worker-loader/harness.ts";
import { connect, execute } from "../support/client.ts";
import { NO_SCRIPT } from "./no-script.ts";

const [scopeText = ""] = Object.values(
  import.meta.glob("../../worker-loader/guest/scope.js", { query: "?raw", import: "default", eager: true }),
);
const EXTENSIONS = [servicesExtension, filesExtension, ...dialectExtensions.none];
const OFFERED: ReadonlySet<string> = new Set([...BUILT_IN, ...EXTENSIONS.flatMap(({ names }) => names)]);

/** Only rewritten scripts use these. No name of a server in gateway.json becomes one of them: such a name begins with a letter or a digit. */
const OF_REWRITTEN_CODE = [SYNC, WIRE, BLOCKS, LAST, SERVERS, LAYOUT, PATH, EXECUTOR];
/** Scripts of other systems find these, and docs/scripts.md does not advertise them. */
const OF_OTHER_SYSTEMS = ["callMCPTool", "codemode", "fs", "mcp", "ncp", "readFile", "readdir"];
/** Names of the language's usual surroundings, which every author of a script knows. */
const OF_ANY_JAVASCRIPT = words(
  "clearInterval clearTimeout globalThis log performance queueMicrotask self setInterval setTimeout Request Response",
);
/** The other name of `files`, where a server has that one. */
const OTHER_NAME = ["store_files"];

interface List {
  readonly file: string;
  readonly has: (name: string) => boolean;
  /** Offered names that are not in the list, with the reason. */
  readonly without: readonly (readonly [reason: string, names: readonly string[]])[];
}

it.each<List>([
  {
    file: "src/catalog/server-names.ts",
    has: (name) => serverIdentifiers([name]).get(name) !== name,
    without: [
      ["no server has such a name", OF_REWRITTEN_CODE],
      ["a server of that name keeps it, and store_files stands for files", ["files"]],
      ["a server of that name is more likely meant", ["callMCPTool", "fs", "log", "readFile", "readdir"]],
    ],
  },
  {
    file: "src/runs/unknown-name.ts",
    has: (name) => suggestionsFor(`${name}q`).includes(name),
    without: [
      ["no script is advised to use it", [...OF_REWRITTEN_CODE, ...OF_OTHER_SYSTEMS]],
      ["known to the author", [...OF_ANY_JAVASCRIPT, "ToolError"]],
      ["the hint names files", OTHER_NAME],
    ],
  },
  {
    file: "src/policy/flow-analysis/known-names.ts",
    // The analysis knows `input` apart from its sets.
    has: (name) => name === "input" || !isServer(name),
    // What is called by such a name is a tool that no catalog has, so that nothing is known of the script and the order of calls decides.
    without: [
      ["no script writes it", OF_REWRITTEN_CODE],
      ["what files have may come from any tool", ["files", ...OTHER_NAME]],
      ["what was scheduled runs later", ["schedule"]],
      ["calls tools by names in texts, or reads them as files", ["callMCPTool", "fs", "readFile", "readdir"]],
      ["made for fetch, which is not followed", ["Request", "Response"]],
      ["not followed", ["clearInterval", "clearTimeout", "log", "performance"]],
    ],
  },
  {
    file: "src/dashboard/editor/script-names.ts",
    has: (name) => NAMES.some(({ label }) => label === name),
    without: [
      ["no script is advised to use it", [...OF_REWRITTEN_CODE, ...OF_OTHER_SYSTEMS, "call_tools"]],
      ["known to the author", [...OF_ANY_JAVASCRIPT, "ToolError"]],
      ["files is completed", OTHER_NAME],
    ],
  },
])("$file has the names that are offered", ({ has, without }) => {
  const missing = [...OFFERED].filter((name) => !has(name));
  expect(missing.sort()).toStrictEqual(without.flatMap(([, names]) => names).sort());
});

it("the harness makes the built-in names that the loader offers", () => {
  const [, made = ""] = /^const BUILT_IN =\s+"([^"]+)"/m.exec(scopeText) ?? [];
  expect([...words(made), "globalThis", "self"].sort()).toStrictEqual([...BUILT_IN].sort());
});

describe("in a script", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  it("built-in names and those of the gateway stand for something", async () => {
    const names = [...BUILT_IN, ...servicesExtension.names, ...filesExtension.names];
    const code = `({ ${names.map((name) => `${name}: typeof ${name}`).join(", ")} })`;
    const { value } = await execute(client, { code, input: {} });
    expect(Object.keys(value as object)).toStrictEqual(names);
    expect(Object.values(value as object)).not.toContain("undefined");
  });

  it("objects of the gateway have the functions that the playground completes and editors know", async () => {
    const objects = [...MEMBERS.keys()].filter((name) => name !== "console" && name !== "scripts");
    const code = `({ ${objects.map((name) => `${name}: Object.keys(${name})`).join(", ")} })`;
    const { value } = await execute(client, { code });
    const made = value as Record<string, readonly string[]>;
    for (const object of objects) {
      const completed = (MEMBERS.get(object) ?? []).map(({ label }) => label);
      // NCP's own words for get and remove.
      const without = object === "schedule" ? ["delete", "retrieve"] : [];
      const wanted = [...(made[object] ?? [])].sort();
      expect([...completed, ...without].sort(), `${object} in src/dashboard/editor/script-names.ts`).toStrictEqual(
        wanted,
      );
      const declared = [...declaredFunctions(object), ...without].sort();
      expect(declared, `${object} in src/catalog/editor-declarations.ts`).toStrictEqual(wanted);
    }
  });
});

it("the playground completes no name that is not offered", () => {
  const completed = NAMES.filter(({ type }) => type !== "keyword").map(({ label }) => label);
  expect(completed.filter((name) => !OFFERED.has(name))).toStrictEqual([]);
});

/** @returns the functions of an object that `isogate types` declares, each once */
function declaredFunctions(object: string): readonly string[] {
  const text = editorDeclarations([]);
  const start = text.indexOf(`declare const ${object}: `);
  const type = /\w+;/y;
  type.lastIndex = start + `declare const ${object}: `.length;
  const named = type.exec(text)?.[0].slice(0, -1);
  const from = named === undefined ? start : text.indexOf(`interface ${named} {`);
  const body = text.slice(from, text.indexOf("\n}", from));
  return [...new Set([...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, name = ""]) => name))];
}

/** @returns the names that the hint at a name that does not exist suggests */
function suggestionsFor(name: string): readonly string[] {
  const error = { code: "RUNTIME_ERROR", message: `ReferenceError: ${name} is not defined` } as const;
  const known = { servers: [], forbidden: new Set<string>(), catalog: joinCatalog([]), unlisted: new Map() };
  const [, suggested = ""] = /Did you mean (.+)\?/.exec(hintAtName(error, NO_SCRIPT, known).hint ?? "") ?? [];
  return suggested.split(" or ");
}

function words(text: string): readonly string[] {
  return text.split(" ");
}
