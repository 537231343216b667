/**
 * The folder of a "servers layout" as a script browses it: `./servers` from the catalog, `./skills` from the saved scripts, and every other
 * path as a file that scripts keep (`./workspace/leads.csv` is the file `workspace/leads.csv`).
 */
import * as z from "zod";
import { withoutExtension } from "../../../dialects/servers-layout/specifier.ts";
import type { ServerCatalog } from "../../catalog/catalog.ts";
import { describeTools } from "../../catalog/describe.ts";
import { findServer } from "../../catalog/find-server.ts";
import { MAX_FILE_BYTES } from "../../limits/file-limits.ts";
import type { SavedScript } from "../../saved-scripts/saved-script.ts";
import { quote } from "../../lib/shorten.ts";
import { FILE_EXISTS, fileName, fileOf, type FileStore } from "./file-store.ts";
import { findTarget, noServer, noTool, type RunScope } from "./find-target.ts";
import { fileError } from "./layout-errors.ts";
import { invalidArgs, service, type ServiceAnswer, type Services } from "./service.ts";

interface LayoutFolder extends RunScope {
  readonly files: FileStore;
  /** Names of the saved scripts. */
  readonly scripts: readonly string[];
  script(name: string): Promise<SavedScript | undefined>;
}

const MAX_TOKENS = 20_000;
const encoding = z.enum(["utf8", "utf-8"]);
const options = z.union([encoding, z.strictObject({ encoding })]).nullish();
const pathSchema = z.string().max(1_000);
const MAX_MADE_FOLDERS = 1_000;
const listed = z.strictObject({
  path: pathSchema,
  options,
  /** Folders that this run has made; only files are kept, and a folder without one is in none of their names. */
  made: z.array(pathSchema).max(MAX_MADE_FOLDERS),
});
const readSchema = z.strictObject({ path: pathSchema, options });
const madeSchema = z.strictObject({
  path: pathSchema,
  options: z
    .union([z.number(), z.strictObject({ recursive: z.boolean().optional(), mode: z.unknown().optional() })])
    .nullish(),
});
const unlinked = z.strictObject({ path: pathSchema });
/** Node's flags that a text can be written with: replace, append, and both only where there is no file yet. */
const flag = z.enum(["w", "a", "wx", "ax"]);
const written = z.strictObject({
  path: pathSchema,
  text: z.string(),
  options: z.union([encoding, z.strictObject({ encoding: encoding.nullish(), flag: flag.optional() })]).nullish(),
});
const called = z.strictObject({ name: z.string().max(1_000) });

export function layoutFileServices(folder: LayoutFolder): Services {
  return {
    "files.fs-readdir": service(listed, "fs.readdir(path) takes a path and no options.", ({ path, made }) =>
      readdir(partsOf(path), folder, made),
    ),
    "files.fs-mkdir": service(madeSchema, "fs.mkdir(path, { recursive? }) takes a path.", ({ path, options: given }) =>
      mkdir(partsOf(path), typeof given === "object" && given?.recursive === true, folder),
    ),
    "files.fs-read": service(readSchema, 'fs.readFile(path, "utf8") takes a path, and answers with text.', ({ path }) =>
      readFile(partsOf(path), folder),
    ),
    "files.fs-write": service(
      written,
      'fs.writeFile(path, text, { flag? }) takes a path and a text, and a flag "w", "a", "wx" or "ax".',
      async ({ path, text, options: given }) => {
        const parts = partsOf(path);
        const name = keptName(parts);
        if (name === undefined) return notWritable("fs.writeFile", parts);
        if (!text.isWellFormed()) return invalidArgs("fs.writeFile: the text has half of a surrogate pair.");
        const { flag: wanted = "w" } = typeof given === "object" ? (given ?? {}) : {};
        const content = new TextEncoder().encode(text);
        if (content.length > MAX_FILE_BYTES) {
          return invalidArgs(
            `fs.writeFile: the text has ${content.length} bytes; a file has at most ${MAX_FILE_BYTES}.`,
          );
        }
        const mode = wanted.endsWith("x") ? "new" : wanted === "a" ? "append" : "replace";
        const refusal = await folder.files.writeFile(name, "text", content, mode);
        if (refusal === FILE_EXISTS) return fileError("EEXIST", `${shown(parts)} exists already.`);
        return refusal === undefined ? { ok: true, value: null } : invalidArgs(`fs.writeFile: ${refusal}.`);
      },
    ),
    "files.fs-unlink": service(unlinked, "fs.unlink(path) takes a path.", async ({ path }) => {
      const parts = partsOf(path);
      const name = keptName(parts);
      if (name === undefined) return notWritable("fs.unlink", parts);
      if (await folder.files.deleteFile(name)) return { ok: true, value: null };
      return (await isFolder(name, folder)) ? isDirectory(parts) : noEntry(parts);
    }),
    "files.fs-tool": service(called, 'callMCPTool("server__tool", input) takes the name of a tool.', ({ name }) =>
      findTool(name, folder),
    ),
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

function notWritable(functionName: string, parts: readonly string[]): ServiceAnswer {
  const name = shown(parts);
  switch (parts[0]) {
    case undefined:
      return isDirectory(parts);
    case "skills":
      return fileError(
        "EROFS",
        `${functionName}: ${name} is not written as a file. A skill is a saved script without named exports, a function of one input: await scripts.save("name", { code: "export default async (input) => { … }" }). Later scripts import it: import name from "./skills/name".`,
      );
    case "servers":
      return fileError("EROFS", `${functionName}: ${name} is made from the catalog and cannot be changed.`);
    default:
      return fileError(
        "EINVAL",
        `${functionName}: ${name} is not a valid name of a file, which has letters, digits, '_', '-', '.' and blanks, in parts that are joined by '/'.`,
      );
  }
}

/** @param made folders that the run has made, as `files.fs-mkdir` answers them */
async function readdir(
  parts: readonly string[],
  folder: LayoutFolder,
  made: readonly string[],
): Promise<ServiceAnswer> {
  const [first, name, ...deeper] = parts;
  const names = (value: readonly string[]): ServiceAnswer => ({ ok: true, value });
  if (first === "skills" && name === undefined) return names(folder.scripts.map((script) => `${script}.ts`));
  if (first === "servers") {
    if (name === undefined) return names(folder.servers.map((server) => server.name));
    const server = findServer(name, folder.servers);
    if (server === undefined) return fileError("ENOENT", noServer(name, folder));
    if (deeper.length > 0) return deeper.length === 1 ? notDirectory(parts) : noEntry(parts);
    return names(["index.ts", ...server.sdk.tools.map(({ identifier }) => `${identifier}.ts`)]);
  }
  const prefix = first === undefined ? "" : `${parts.join("/")}/`;
  const kept = await folder.files.listFiles(prefix);
  const below = [...kept.map((file) => file.name), ...made].filter((one) => one.startsWith(prefix));
  const children = new Set(below.map((one) => one.slice(prefix.length).split("/")[0] ?? ""));
  if (first === undefined) return names([...new Set(["servers", "skills", ...children])]);
  if (below.length > 0 || made.includes(parts.join("/"))) return names([...children]);
  return (await isFile(parts, folder)) ? notDirectory(parts) : noEntry(parts);
}

/** @returns the folder's name, which the script sends along when it lists folders; null for a folder that is there anyway */
async function mkdir(parts: readonly string[], isRecursive: boolean, folder: LayoutFolder): Promise<ServiceAnswer> {
  const [first, name, ...deeper] = parts;
  const isGiven =
    first === undefined ||
    ((first === "servers" || first === "skills") && name === undefined) ||
    (first === "servers" && deeper.length === 0 && findServer(name ?? "", folder.servers) !== undefined);
  const kept = keptName(parts);
  if (!isGiven && kept === undefined) return notWritable("fs.mkdir", parts);
  if (await isFile(parts, folder)) return fileError("EEXIST", `${shown(parts)} is a file.`);
  const exists = isGiven || (await isFolder(parts.join("/"), folder));
  if (exists && !isRecursive) return fileError("EEXIST", `a folder ${shown(parts)} exists already.`);
  return { ok: true, value: exists ? null : kept };
}

async function isFolder(name: string, { files }: LayoutFolder): Promise<boolean> {
  return (await files.listFiles(`${name}/`)).length > 0;
}

async function isFile(parts: readonly string[], { files }: LayoutFolder): Promise<boolean> {
  const kept = keptName(parts);
  return kept !== undefined && (await files.readFile(kept)) !== undefined;
}

async function readFile(parts: readonly string[], folder: LayoutFolder): Promise<ServiceAnswer> {
  const [first, name = "", file, ...deeper] = parts;
  if (first === undefined) return isDirectory(parts);
  if (first === "skills") {
    if (name === "") return isDirectory(parts);
    const script = file === undefined ? await folder.script(withoutExtension(name)) : undefined;
    return script ? { ok: true, value: script.code } : noEntry(parts);
  }
  if (first === "servers") {
    if (name === "") return isDirectory(parts);
    const server = findServer(name, folder.servers);
    if (server === undefined) return fileError("ENOENT", noServer(name, folder));
    if (file === undefined) return isDirectory(parts);
    const tool = deeper.length > 0 ? undefined : withoutExtension(file);
    return tool === undefined ? noEntry(parts) : describe(server, tool, folder);
  }
  const kept = keptName(parts);
  const found = kept === undefined ? undefined : await folder.files.readFile(kept);
  if (found === undefined) return (await isFolder(parts.join("/"), folder)) ? isDirectory(parts) : noEntry(parts);
  const { text, json, base64 } = fileOf(found);
  if (base64 !== undefined)
    return invalidArgs(`fs.readFile: ${found.name} is a binary file; use await files.read(name).`);
  return { ok: true, value: text ?? JSON.stringify(json) };
}

function describe(server: ServerCatalog, wanted: string, folder: LayoutFolder): ServiceAnswer {
  const { identifier, table, sdk } = server;
  if (wanted === "index") {
    const all = sdk.tools.map((tool) => ({ server: identifier, tool: tool.identifier }));
    return { ok: true, value: describeTools(folder.catalog, all, "signatures", MAX_TOKENS).text };
  }
  const tool = table.find(wanted);
  if (tool === undefined) return fileError("ENOENT", noTool(server, wanted, folder));
  const one = { server: identifier, tool: table.identifierOf(tool) };
  return { ok: true, value: describeTools(folder.catalog, [one], "full", MAX_TOKENS).text };
}

const SEPARATORS = ["__", ".", ":", "/"];

function findTool(path: string, scope: RunScope): ServiceAnswer {
  const found = findTarget(path, scope, SEPARATORS);
  if (!found.ok) {
    if (findServer(path, scope.servers) === undefined) return found;
    return invalidArgs(`${JSON.stringify(path)} is a server; callMCPTool takes "server__tool" and the tool's input.`);
  }
  const { server, tool } = found.value;
  return { ok: true, value: { server: server.identifier, tool: server.table.identifierOf(tool) } };
}

function noEntry(parts: readonly string[]): ServiceAnswer {
  return fileError(
    "ENOENT",
    `there is no ${shown(parts)}; fs.readdir("./servers"), "./skills" and "." list the existing files.`,
  );
}

function isDirectory(parts: readonly string[]): ServiceAnswer {
  return fileError("EISDIR", `${shown(parts)} is a folder; fs.readdir lists it.`);
}

function notDirectory(parts: readonly string[]): ServiceAnswer {
  return fileError("ENOTDIR", `${shown(parts)} is a file; fs.readFile reads it.`);
}

function shown(parts: readonly string[]): string {
  return quote(parts.join("/") || ".", 200);
}
