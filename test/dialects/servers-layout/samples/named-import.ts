// value: {"documentId":"d1"}
import { getDocument } from "./servers/google-drive";

const document: { called: string; args: unknown } = await getDocument({ documentId: "d1" });
return document.args;
