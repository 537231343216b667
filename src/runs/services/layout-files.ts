/**
 * The folder of a "servers layout" as a script browses it: `./servers` from the catalog, `./skills` from the saved scripts, and every other
 * path as a file that scripts keep (`./workspace/leads.csv` is the file `workspace/leads.csv`).
 */
import * as z from "zod";
import { noServerListed, toolNotFound } from "../../catalog/call-target.ts";
import type { Unlisted } from "../../catalog/call-target.ts";
import type { Catalog, ServerCatalog } from "../../catalog/catalog.ts";
import { describeTools } from "../../catalog/describe.ts";
import { MAX_FILE_BYTES } from "../../limits/file-limits.ts";
import type { SavedScript } from "../../saved-scripts/saved-script.ts";
import { isAllowed } from "../allowed-servers.ts";
import { fileName, fileOf } from "./file-store.ts";
import type { FileStore } from "./file-store.ts";
import { invalidArgs } from "./service.ts";
import type { Answer, Services } from "./service.ts";

export interface LayoutFolder {
  readonly catalog: Catalog;
  readonly allowedServers: readonly string[];
  readonly unlisted: Unlisted;
  readonly files: FileStore;
  /** Names of the saved scripts. */
  readonly scripts: readonly string[];
  script(name: string): Promise<SavedScript | undefined>;
}

const MAX_TOKENS = 20_000;
const encoding = z.enum(["utf8", "utf-8"]);
const options = z.union([encoding, z.strictObject({ encoding })]).nullish();
const pathSchema = z.string().max(1_000);
const listed = z.strictObject({ path: pathSchema, options });
const unlinked = z.strictObject({ path: pathSchema });
const written = z.strictObject({ path: pathSchema, text: z.string(), options });
const called = z.strictObject({ name: z.string().max(1_000) });

export function layoutFileServices(folder: LayoutFolder): Services {
  const servers = folder.catalog.servers.filter((server) => isAllowed(server, folder.allowedServers));
  return {
    async "files.fs-readdir"(args) {
      const parsed = listed.safeParse(args);
      if (!parsed.success) return invalidArgs("fs.readdir(path) takes a path and no options.");
      return readdir(partsOf(parsed.data.path), servers, folder);
    },
    async "files.fs-read"(args) {
      const parsed = listed.safeParse(args);
      if (!parsed.success) return invalidArgs('fs.readFile(path, "utf8") takes a path, and answers with text.');
      return readFile(partsOf(parsed.data.path), servers, folder);
    },
    async "files.fs-write"(args) {
      const parsed = written.safeParse(args);
      if (!parsed.success) return invalidArgs("fs.writeFile(path, text) takes a path and a text.");
      const parts = partsOf(parsed.data.path);
      const name = keptName(parts);
      if (name === undefined) return invalidArgs(`fs.writeFile: ${readOnly(parts)}`);
      const { text } = parsed.data;
      if (!text.isWellFormed()) return invalidArgs("fs.writeFile: the text has half of a surrogate pair.");
      const content = new TextEncoder().encode(text);
      if (content.length > MAX_FILE_BYTES) {
        return invalidArgs(`fs.writeFile: the text has ${content.length} bytes; a file has at most ${MAX_FILE_BYTES}.`);
      }
      const refusal = await folder.files.write(name, "text", content);
      return refusal === undefined ? { ok: true, value: null } : invalidArgs(`fs.writeFile: ${refusal}.`);
    },
    async "files.fs-unlink"(args) {
      const parsed = unlinked.safeParse(args);
      if (!parsed.success) return invalidArgs("fs.unlink(path) takes a path.");
      const parts = partsOf(parsed.data.path);
      const name = keptName(parts);
      if (name === undefined) return invalidArgs(`fs.unlink: ${readOnly(parts)}`);
      return (await folder.files.delete(name)) ? { ok: true, value: null } : noEntry(parts);
    },
    "files.fs-tool"(args) {
      const parsed = called.safeParse(args);
      if (!parsed.success) return invalidArgs('callMCPTool("server__tool", input) takes the name of a tool.');
      return findTool(parsed.data.name, servers, folder.unlisted);
    },
  };
}

/** `./servers/../x` leads nowhere else than `x`: there is no folder outside of this one. */
function partsOf(given: string): readonly string[] {
  const parts: string[] = [];
  for (const part of given.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts;
}

function keptName([folder, ...rest]: readonly string[]): string | undefined {
  if (folder === undefined || folder === "servers" || folder === "skills") return undefined;
  const name = [folder, ...rest].join("/");
  return fileName.safeParse(name).success ? name : undefined;
}

function readOnly(parts: readonly string[]): string {
  const name = JSON.stringify(parts.join("/").slice(0, 200));
  if (parts[0] === "skills") return `${name} is not written as a file; use await scripts.save(name, { code }).`;
  if (parts[0] === "servers") return `${name} is made from the catalog and cannot be changed.`;
  return `${name} is no name of a file: letters, digits, '_', '-', '.' and blanks, in parts that are joined by '/'.`;
}

async function readdir(
  parts: readonly string[],
  servers: readonly ServerCatalog[],
  folder: LayoutFolder,
): Promise<Answer> {
  const [first, name, ...deeper] = parts;
  const names = (value: readonly string[]): Answer => ({ ok: true, value });
  if (first === "skills" && name === undefined) return names(folder.scripts.map((script) => `${script}.ts`));
  if (first === "servers") {
    if (name === undefined) return names(servers.map((server) => server.name));
    const server = findServer(name, servers);
    if (server === undefined || deeper.length > 0) return noServer(name, servers, folder.unlisted);
    return names(["index.ts", ...server.sdk.tools.map(({ identifier }) => `${identifier}.ts`)]);
  }
  const prefix = first === undefined ? "" : `${parts.join("/")}/`;
  const kept = await folder.files.list(prefix);
  const children = new Set(kept.map((file) => file.name.slice(prefix.length).split("/")[0] ?? ""));
  if (first === undefined) return names([...new Set(["servers", "skills", ...children])]);
  return kept.length > 0 ? names([...children]) : noEntry(parts);
}

async function readFile(
  parts: readonly string[],
  servers: readonly ServerCatalog[],
  folder: LayoutFolder,
): Promise<Answer> {
  const [first, name = "", file, ...deeper] = parts;
  if (first === "skills") {
    const script = file === undefined ? await folder.script(withoutExtension(name)) : undefined;
    return script ? { ok: true, value: script.code } : noEntry(parts);
  }
  if (first === "servers") {
    const server = findServer(name, servers);
    if (server === undefined) return noServer(name, servers, folder.unlisted);
    const tool = file === undefined || deeper.length > 0 ? undefined : withoutExtension(file);
    return tool === undefined ? noEntry(parts) : describe(server, tool, folder.catalog);
  }
  const kept = keptName(parts);
  const found = kept === undefined ? undefined : await folder.files.read(kept);
  if (found === undefined) return noEntry(parts);
  const { text, json, base64 } = fileOf(found);
  if (base64 !== undefined) return invalidArgs(`fs.readFile: ${found.name} has bytes; use await files.read(name).`);
  return { ok: true, value: text ?? JSON.stringify(json) };
}

function describe(server: ServerCatalog, wanted: string, catalog: Catalog): Answer {
  const { identifier, table, sdk } = server;
  if (wanted === "index") {
    const all = sdk.tools.map((tool) => ({ server: identifier, tool: tool.identifier }));
    return { ok: true, value: describeTools(catalog, all, "signatures", MAX_TOKENS).text };
  }
  const tool = table.find(wanted);
  if (tool === undefined) return { ok: false, error: toolNotFound(identifier, wanted, table) };
  const one = { server: identifier, tool: table.identifierOf(tool) };
  return { ok: true, value: describeTools(catalog, [one], "full", MAX_TOKENS).text };
}

const SEPARATORS = ["__", ".", ":", "/"];

function findTool(path: string, servers: readonly ServerCatalog[], unlisted: Unlisted): Answer {
  for (const server of servers) {
    for (const name of [server.name, server.identifier]) {
      const separator = path.startsWith(name) && SEPARATORS.find((one) => path.startsWith(one, name.length));
      if (typeof separator !== "string") continue;
      const wanted = path.slice(name.length + separator.length);
      const tool = server.table.find(wanted);
      if (tool) return { ok: true, value: { server: server.identifier, tool: server.table.identifierOf(tool) } };
      return { ok: false, error: toolNotFound(server.identifier, wanted, server.table) };
    }
  }
  return noServer(path.split(/__|[.:/]/)[0] ?? path, servers, unlisted);
}

function findServer(wanted: string, servers: readonly ServerCatalog[]): ServerCatalog | undefined {
  return servers.find(({ name, identifier }) => name === wanted || identifier === wanted);
}

function noServer(wanted: string, servers: readonly ServerCatalog[], unlisted: Unlisted): Answer {
  const names = servers.map(({ name }) => name);
  return { ok: false, error: noServerListed(wanted, names, unlisted) };
}

function noEntry(parts: readonly string[]): Answer {
  const name = JSON.stringify(parts.join("/").slice(0, 200));
  return invalidArgs(`ENOENT: there is no ${name}; fs.readdir("./servers"), "./skills" and "." list what there is.`);
}

function withoutExtension(file: string): string {
  return file.replace(/(?:\.d)?\.[cm]?[jt]s$/, "");
}
