/** `files`: what scripts keep as files. */
import * as z from "zod";
import { fileSchema, fileSummarySchema } from "../../contract/files.ts";
import { fileName, fileOf, summaryOf } from "../../runs/services/file-store.ts";
import { ownGateway } from "../own-gateway.ts";
import { Area } from "./area.ts";
import { problem } from "./problem.ts";

const byName = z.object({ name: fileName.describe("each '/' of it as %2F") });

export const files = new Area("files");

files.on(
  {
    method: "get",
    path: "/files",
    summary: "Files that scripts keep, by name",
    query: z.strictObject({ prefix: z.string().max(200).optional().describe("how their names begin") }),
    answers: { 200: { description: "The files.", schema: z.object({ files: z.array(fileSummarySchema) }) } },
  },
  async ({ query, c }) =>
    Response.json({ files: (await ownGateway(c).listFiles(query.prefix ?? "")).map((file) => summaryOf(file)) }),
);

files.on(
  {
    method: "get",
    path: "/files/:name",
    summary: "One file, with its content",
    params: byName,
    answers: { 200: { description: "The file.", schema: fileSchema } },
  },
  async ({ params: { name }, c }) => {
    const file = await ownGateway(c).readFile(name);
    return file ? Response.json(fileOf(file)) : noFile(name);
  },
);

files.on(
  {
    method: "delete",
    path: "/files/:name",
    summary: "Delete a file",
    params: byName,
    answers: { 204: { description: "It is gone." } },
  },
  async ({ params: { name }, c }) =>
    (await ownGateway(c).deleteFile(name)) ? new Response(null, { status: 204 }) : noFile(name),
);

function noFile(name: string): Response {
  return problem({ code: "NOT_FOUND", detail: `There is no file ${name}; GET /api/v1/files lists them.` });
}
