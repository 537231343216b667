/**
 * Asks the client itself for an answer of its model, or for its roots. The instructions to the model begin with the name of the server that
 * sent them, so that a client that shows them to its user shows that first.
 */
import type { ClientRequest } from "../approvals/client-request.ts";
import { ABILITY_METHODS } from "../lib/client-ability.ts";
import { visibleText } from "../lib/visible-text.ts";
import type { RequestedCall } from "./client-decision.ts";

/** @returns a request of MCP */
export function clientQuestion(
  { server, tool }: Pick<RequestedCall, "server" | "tool">,
  { ability, params }: ClientRequest,
): { readonly method: string; readonly params: object } {
  const method = ABILITY_METHODS[ability];
  if (ability === "roots") return { method, params };
  const whose = `The server ${visibleText(server)} asks for this answer, for a call of ${visibleText(tool)}. The following text is the server's.`;
  const words = params["systemPrompt"];
  return { method, params: { ...params, systemPrompt: typeof words === "string" ? `${whose}\n\n${words}` : whose } };
}
