/** The stored files of a principal, and how scripts and REST see them. */
import { fileNameSchema, type FileSummaryView, type FileView } from "../../contract/files.ts";
import { MAX_FILE_NAME_CHARS } from "../../limits/file-limits.ts";

/** The name of a file. */
export const fileName = fileNameSchema(MAX_FILE_NAME_CHARS);

export interface FileSummary {
  readonly name: string;
  readonly type: "text" | "json" | "bytes";
  readonly length: number;
  readonly updatedAt: number;
}

export interface StoredFile extends FileSummary {
  /** UTF-8 for text and JSON. */
  readonly content: ArrayBuffer;
}

/** `append` adds to a text, `new` writes only where there is no file of the name. */
export type WriteMode = "replace" | "append" | "new";

/** Why a file is not written that should be new. */
export const FILE_EXISTS = "it exists already";

export interface FileStore {
  readFile(name: string): Promise<StoredFile | undefined>;
  /** @returns a problem; undefined if the file was stored */
  writeFile(
    name: string,
    type: FileSummary["type"],
    content: Uint8Array,
    mode?: WriteMode,
  ): Promise<string | undefined>;
  /** @param prefix of their names */
  listFiles(prefix: string): Promise<readonly FileSummary[]>;
  /** @returns false when there was none */
  deleteFile(name: string): Promise<boolean>;
}

export function summaryOf({ name, type, length, updatedAt }: FileSummary): FileSummaryView {
  return { name, type, bytes: length, updated_at: new Date(updatedAt).toISOString() };
}

export function fileOf(file: StoredFile): FileView {
  const bytes = new Uint8Array(file.content);
  const summary = summaryOf(file);
  if (file.type === "bytes") return { ...summary, base64: bytes.toBase64() };
  const text = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(bytes);
  return file.type === "text" ? { ...summary, text } : { ...summary, json: JSON.parse(text) as unknown };
}
