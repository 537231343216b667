// value: ["get-document",3,"get-document",3,"get-document"]
import { googleDrive, notes as mine } from "./servers";
import * as servers from "../servers/index.js";

const { google_drive } = await import("./servers");
const read = await googleDrive.getDocument({ documentId: "d2" });
const { notes: all } = await mine.listNotes({});
const again = await servers.google_drive.getDocument({ documentId: "d3" });
const { notes: same } = await servers.notes.listNotes({});
const last = await google_drive.getDocument({ documentId: "d4" });
export default [read.called, all.length, again.called, same.length, last.called];
