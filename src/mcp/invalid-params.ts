import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

/** A protocol error for parameters that a request must not have. */
export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
