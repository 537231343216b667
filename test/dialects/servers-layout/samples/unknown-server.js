// error: {"code":"TOOL_NOT_FOUND","says":"google_drive","line":3}
const before = 1;
import { getDocument } from "./servers/google-drve";
await getDocument({ documentId: "d" });
