// error: {"code":"PACKAGE_NOT_ALLOWED","says":"node:fs","line":3}
import { getDocument } from "./servers/google-drive";
import fs from "node:fs";
await getDocument({ documentId: "d" });
