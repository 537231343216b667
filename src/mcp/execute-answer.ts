/** The answer to a call of a tool: what a run has given as the result that the client expects. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { parseForScript } from "../lib/exact-json.ts";
import { envelopeOf } from "../runs/envelope.ts";
import type { Executed } from "../runs/execute-context.ts";
import { withoutScript } from "../runs/single-call.ts";
import { directResult } from "./direct-call.ts";
import type { ResultForm } from "./foreign-tools.ts";
import { asMcpProxyAnswer } from "./mcpproxy-answer.ts";

export function answerIn(
  form: ResultForm | undefined,
  executed: Executed,
  budget: number,
  isModern: boolean,
): CallToolResult {
  switch (form) {
    case "structured":
      return structuredAnswer(executed, budget);
    case "mcpproxy": {
      const answer = answerOf(executed, budget);
      const [envelope, ...blocks] = answer.content;
      return envelope?.type === "text"
        ? { ...answer, content: [{ ...envelope, text: asMcpProxyAnswer(envelope.text) }, ...blocks] }
        : answer;
    }
    case "direct":
      return directResult(executed, isModern) ?? answerOf(withoutScript(executed), budget);
    case undefined:
      return answerOf(executed, budget);
  }
}

export function answerOf(executed: Executed, budget: number): CallToolResult {
  const { text: envelope, blocks } = envelopeOf(executed, budget);
  const answer = text(envelope, !executed.outcome.ok);
  return { ...answer, content: [...answer.content, ...blocks] };
}

/** Answers in execbox's form, whose clients read the structured content. */
function structuredAnswer(executed: Executed, budget: number): CallToolResult {
  const { text: envelope, blocks } = envelopeOf(executed, budget);
  const { value: result, ...rest } = parseForScript(envelope) as Record<string, unknown>;
  const structuredContent = { result, ...rest, durationMs: executed.stats.durationMs };
  const answer = text(JSON.stringify(structuredContent, undefined, 2), !executed.outcome.ok);
  return { ...answer, content: [...answer.content, ...blocks], structuredContent };
}

export function text(value: string, isError = false): CallToolResult {
  return { content: [{ type: "text", text: value }], ...(isError && { isError }) };
}
