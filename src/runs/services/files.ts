/** `files.write(name, content)`, `files.read(name)`, `files.list(prefix?)`, `files.delete(name)`: what scripts keep as files. */
import * as z from "zod";
import { isDeeper } from "../../lib/nesting.ts";
import { MAX_FILE_BYTES, MAX_FILE_NAME_CHARS } from "../../limits/file-limits.ts";
import { fileName, fileOf, summaryOf, type FileStore, type FileSummary } from "./file-store.ts";
import { invalidArgs, service, usage, type Services } from "./service.ts";
import { issuesText } from "../../lib/issue-text.ts";

const oneName = z.strictObject({ name: fileName });
const listed = z.strictObject({ prefix: z.string().max(MAX_FILE_NAME_CHARS).optional() });
const written = z.union([
  z.strictObject({ name: fileName, text: z.string() }),
  z.strictObject({ name: fileName, base64: z.base64() }),
  z.strictObject({ name: fileName, json: z.unknown() }),
]);

const MAX_JSON_DEPTH = 200;

export function fileServices(files: FileStore): Services {
  return {
    async "files.write"(args) {
      const named = z.object({ name: fileName }).safeParse(args);
      if (!named.success) return invalidArgs(`files.write(name, content): ${issuesText(named.error, args)}`);
      const parsed = written.safeParse(args);
      if (!parsed.success) return invalidArgs("files.write(name, content) takes a text, bytes or a value of JSON.");
      const encoded = encode(parsed.data);
      if (!encoded.ok) return invalidArgs(`files.write: ${encoded.problem}.`);
      const { type, content } = encoded;
      const file = JSON.stringify(parsed.data.name);
      if (content.length > MAX_FILE_BYTES) {
        return invalidArgs(`files.write: ${file} has ${content.length} bytes; a file has at most ${MAX_FILE_BYTES}.`);
      }
      const refusal = await files.writeFile(parsed.data.name, type, content);
      if (refusal !== undefined) return invalidArgs(`files.write: ${refusal}.`);
      return { ok: true, value: { name: parsed.data.name, type, bytes: content.length } };
    },
    "files.read": service(oneName, usage("files.read(name)"), async ({ name }) => {
      const file = await files.readFile(name);
      if (file === undefined) return { ok: true, value: null };
      const { text, json, base64 } = fileOf(file);
      return { ok: true, value: { text, json, base64 } };
    }),
    "files.list": service(listed, usage("files.list(prefix?)"), async ({ prefix }) => ({
      ok: true,
      value: (await files.listFiles(prefix ?? "")).map(summaryOf),
    })),
    "files.delete": service(oneName, usage("files.delete(name)"), async ({ name }) => ({
      ok: true,
      value: await files.deleteFile(name),
    })),
  };
}

type Encoded =
  | { readonly ok: true; readonly type: FileSummary["type"]; readonly content: Uint8Array }
  | { readonly ok: false; readonly problem: string };

function encode(given: z.output<typeof written>): Encoded {
  if ("base64" in given) return { ok: true, type: "bytes", content: Uint8Array.fromBase64(given.base64) };
  if ("text" in given) {
    if (given.text.isWellFormed()) return { ok: true, type: "text", content: new TextEncoder().encode(given.text) };
    return {
      ok: false,
      problem: "the text has half of a surrogate pair, which UTF-8 cannot hold; write bytes instead",
    };
  }
  if (isDeeper(given.json, MAX_JSON_DEPTH)) {
    return { ok: false, problem: `the value is nested more than ${MAX_JSON_DEPTH} levels deep` };
  }
  return { ok: true, type: "json", content: new TextEncoder().encode(JSON.stringify(given.json) ?? "null") };
}
