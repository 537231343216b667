// error: {"code":"TOOL_NOT_FOUND","line":2,"says":"googledrives"}
import { googledrives } from "./servers";

export default await googledrives.getDocument({ documentId: "d2" });
