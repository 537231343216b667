// error: {"code":"PACKAGE_NOT_ALLOWED","says":"node:os","line":3}
import { getDocument } from "./servers/google-drive";
import fs from "node:os";
await getDocument({ documentId: "d" });
