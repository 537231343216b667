// error: {"code":"INVALID_ARGS","says":"args.document_id is not an argument","line":4}
import { getDocument } from "./servers/google-drive";

const document = await getDocument({ document_id: "d" });
