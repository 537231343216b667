// error: {"code":"TOOL_NOT_FOUND","says":"google_drive.get_document(","line":4}
interface Document { content: string }
const id: string = "d";
import { getDocumnt } from "./servers/google-drive";
const document: Document = await getDocumnt({ documentId: id });
