/**
 * The answer of `code_execution` as MCPProxy documents it (its page "Code Execution API Reference", "Error Examples"): an error always has
 * a `stack`, the message of a plain Error is its own text, and a timeout has one fixed message. What this gateway says beyond that is
 * kept in `hint`.
 */

const TIMED_OUT = "JavaScript execution timed out";
const PLAIN_ERROR = "Error: ";

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** @param envelope JSON text of a run's answer. @returns the same, with its error as MCPProxy's clients know it */
export function asMcpProxyAnswer(envelope: string): string {
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
