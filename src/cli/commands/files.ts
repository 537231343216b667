/** `files list | get | delete`. */
import type { FileSummaryView, FileView } from "../../contract/files.ts";
import { askAndPrint, segment } from "../ask-and-print.ts";
import type { Command } from "../command.ts";
import { removal } from "../removal.ts";
import { table } from "../table.ts";
import { localTime } from "../times.ts";

export const filesList: Command = {
  name: "files list",
  summary: "List the files that scripts stored",
  options: { prefix: { summary: "only files whose names begin with this text", value: "TEXT" } },
  examples: [{ line: "isogate files list --prefix reports/", why: "times are in this machine's time zone" }],
  run: (cli, { options }) => {
    const prefix = options.get("prefix");
    const path = prefix === undefined ? "files" : `files?prefix=${encodeURIComponent(prefix)}`;
    return askAndPrint<{ files: FileSummaryView[] }>(cli, path, {}, ({ files }) => {
      if (files.length === 0) return "There are no files; a script stores one with files.write(name, content).\n";
      const rows = files.map(({ name, type, bytes, updated_at: at }) => [name, type, String(bytes), localTime(at)]);
      return table(["FILE", "TYPE", "BYTES", "WRITTEN"], rows, cli);
    });
  },
};

export const filesGet: Command = {
  name: "files get",
  summary: "Print the content of a file; binary content as base64",
  positionals: [{ name: "NAME" }],
  examples: [{ line: "isogate files get reports/today.json", why: "prints only the content" }],
  run: (cli, { positionals: [name] }) =>
    askAndPrint<FileView>(cli, `files/${segment(name)}`, {}, ({ text, json, base64 }) => {
      return `${text ?? base64 ?? JSON.stringify(json, null, 2)}\n`;
    }),
};

export const filesDelete = removal({
  name: "files delete",
  summary: "Delete a file",
  positional: "NAME",
  example: ["reports/today.json", "scripts that read it then get null"],
  list: "files",
  json: (name) => ({ name, deleted: true }),
  done: (name) => `Deleted the file ${name}.`,
});
