/** `files`: what scripts keep as files. */
import * as z from "zod";
import { fileSchema, fileSummarySchema } from "../../contract/files.ts";
import { fileName, fileOf, summaryOf } from "../../runs/services/file-store.ts";
import { ownGateway } from "../own-gateway.ts";
import { Area, reply } from "./area.ts";
import { missing, noContent } from "./problem.ts";

const byName = z.object({ name: fileName.describe("name of the file, with each '/' written as %2F") });

export const files = new Area("files");

files.on(
  "get /files",
  {
    summary: "List the files that scripts stored, by name",
    query: z.strictObject({
      prefix: z.string().max(200).optional().describe("only files whose names begin with this text"),
    }),
    answers: reply(200, "The files.", z.object({ files: z.array(fileSummarySchema) })),
  },
  async ({ query, c }) =>
    Response.json({ files: (await ownGateway(c).listFiles(query.prefix ?? "")).map((file) => summaryOf(file)) }),
);

files.on(
  "get /files/:name",
  { summary: "Get a file with its content", params: byName, answers: reply(200, "The file.", fileSchema) },
  async ({ params: { name }, c }) => {
    const file = await ownGateway(c).readFile(name);
    return file ? Response.json(fileOf(file)) : missing(`file ${name}`, "files");
  },
);

files.on(
  "delete /files/:name",
  { summary: "Delete a file", params: byName, answers: reply(204, "The file was deleted.") },
  async ({ params: { name }, c }) =>
    (await ownGateway(c).deleteFile(name)) ? noContent() : missing(`file ${name}`, "files"),
);
