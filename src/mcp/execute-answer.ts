/** The answer to a call of a tool: what a run has given as the result that the client expects. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { parseForScript } from "../lib/exact-json.ts";
import { envelopeOf } from "../runs/envelope.ts";
import type { Executed } from "../runs/execute-context.ts";
import { withoutScript } from "../runs/single-call.ts";
import { directResult } from "./direct-call.ts";
import type { ResultForm } from "./foreign-tools.ts";

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

const TIMED_OUT = "JavaScript execution timed out";
const PLAIN_ERROR = "Error: ";

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/**
 * The answer of `code_execution` as MCPProxy documents it (its page "Code Execution API Reference", "Error Examples"): an error always has a
 * `stack`, the message of a plain Error is its own text, and a timeout has one fixed message. What this gateway says beyond that is kept in
 * `hint`.
 *
 * @param envelope JSON text of a run's answer
 * @returns the same, with its error as MCPProxy's clients know it
 */
function asMcpProxyAnswer(envelope: string): string {
  // Only a failure is read: the digits of numbers in a value stay what they are.
  if (!envelope.startsWith('{"ok":false,')) return envelope;
  const { error, ...rest } = JSON.parse(envelope) as { readonly error: Failure };
  return JSON.stringify({ ...rest, error: { stack: "", ...error, ...inTheirWords(error) } });
}

function inTheirWords({ code, message, hint }: Failure): Partial<Failure> {
  if (code === "TIMEOUT") return { message: TIMED_OUT, hint: hint === undefined ? message : `${message} ${hint}` };
  if (code === "RUNTIME_ERROR" && message.startsWith(PLAIN_ERROR))
    return { message: message.slice(PLAIN_ERROR.length) };
  return {};
}
