// error: {"code":"TOOL_ERROR","says":"docs.broken: the printer is on fire","line":5,"column":15}
import { broken } from "./servers/docs";
type Anything = unknown;
const nothing: Anything = undefined;
  await broken({});
