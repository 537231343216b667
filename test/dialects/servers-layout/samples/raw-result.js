// value: "text"
import { getDocument } from "./servers/google-drive";
(await getDocument.raw({ documentId: "d" })).content[0].type
