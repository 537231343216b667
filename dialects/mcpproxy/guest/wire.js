// This module is loaded for scripts that read `.content`, `.structuredContent` or `.isError`; see wire-result.js.
import { forgetWire, fromWire, teachPrimitives } from "./wire-result.js";

teachPrimitives();

export function extend() {
  forgetWire();
  return { $mcpproxy_wire: fromWire };
}
