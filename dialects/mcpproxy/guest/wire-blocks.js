// This module is loaded instead of wire.js for scripts that read `content` as a list of blocks; see ../reads-blocks.ts.
import { forgetWire, fromWire, teachPrimitives } from "./wire-result.js";

teachPrimitives();

/** @type {typeof fromWire} */
const withBlocks = (wire, server, tool) => fromWire(wire, server, tool, true);

export function extend() {
  forgetWire();
  return { $mcpproxy_wire: withBlocks };
}
