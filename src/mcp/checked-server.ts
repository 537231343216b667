/**
 * A server of the SDK that answers a request whose parameters break the schema of its method with -32602 and a sentence. The SDK answers most
 * of them with -32603, as if the server had failed, and all of them with the issues of zod as JSON.
 *
 * The SDK checks a request in a function around the registered handler, which throws before it calls the handler. What a handler itself
 * throws is a protocol error on purpose, or a failure of the gateway's own.
 */
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { printedIssues } from "../lib/printed-issues.ts";
import { oldStoreText } from "../lib/sql-steps.ts";
import { invalidParams } from "./invalid-params.ts";
import { paramsProblem } from "./params-problem.ts";

type WrapHandler = Server["_wrapHandler"];

export class CheckedServer extends Server {
  // The constructor of the SDK's class registers handlers too, so nothing here may depend on a field of this class.
  protected override _wrapHandler(method: string, checkAndHandle: Parameters<WrapHandler>[1]): ReturnType<WrapHandler> {
    return async (request, ctx) => {
      let isChecked = false;
      const handle = super._wrapHandler(method, (given, context) => {
        const answer = checkAndHandle(given, context);
        isChecked = true;
        return answer;
      });
      try {
        return await handle(request, ctx);
      } catch (error) {
        throw isChecked ? withoutDetails(error) : asInvalidParams(method, request, error);
      }
    };
  }
}

/** Logs an unexpected error in full; the client gets a message without details. */
function withoutDetails(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  console.error("mcp:", error);
  const message = oldStoreText(error) ?? "The gateway failed; its log has the error.";
  return new ProtocolError(ProtocolErrorCode.InternalError, message);
}

function asInvalidParams(method: string, request: unknown, error: unknown): unknown {
  const printed = error instanceof Error ? printedIssues(error.message) : undefined;
  if (printed === undefined) return error;
  return invalidParams(paramsProblem(method, request, printed.issues));
}
