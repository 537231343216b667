// value: ["get-document","createFile"]
import * as gdrive from "./servers/google-drive/index.ts";

const read = await gdrive.getDocument({ documentId: "d2" });
const made = await gdrive.createFile({ name: "a.txt", content: "x" });
export default [read.called, made.called];
