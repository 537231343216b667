// value: [["index.ts","get_document.ts"],true,"d7",3]
import { readdir, readFile } from "fs/promises";
import { callMCPTool } from "./client.js";

const servers = await readdir("./servers");
const drive = await readdir(`./servers/${servers.find((name) => name === "google-drive")}`);
const text = await readFile("./servers/google-drive/get_document.ts", "utf-8");
const read = await callMCPTool<{ args: { documentId: string } }>("google_drive__get_document", { documentId: "d7" });
const { notes } = await callMCPTool("notes.list_notes", {});
return [drive.filter((name) => /^(index|get_document)/.test(name)), text.includes("get_document("), read.args.documentId, notes.length];
