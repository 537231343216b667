/**
 * How many tokens a run kept out of the model's context: what a client that calls the same tools directly would have read
 * (every result, and once the definition of every tool it called) less what the run returned (value or error, and logs).
 * What the model writes (the script here, arguments there) is not counted, nor are definitions of tools that were not called,
 * although a direct client carries those, too: the figure is a lower bound. Tokens are estimated (catalog/tokens.ts, within
 * 10 %); of a text over 4,096 characters the first 4,096 are, and the rest counts alike.
 */
import { estimateTokens } from "../catalog/tokens.ts";
import type { ToolDefinition } from "../upstream/connector.ts";
import type { RunTokens } from "./run-record.ts";

const SAMPLE_LENGTH = 4_096;

export function tokensOf(text: string): number {
  if (text.length <= SAMPLE_LENGTH) return estimateTokens(text);
  return Math.round((estimateTokens(text.slice(0, SAMPLE_LENGTH)) / SAMPLE_LENGTH) * text.length);
}

const definitions = new WeakMap<ToolDefinition, number>();

/** Of a tool as a direct client reads it in `tools/list`. */
export function definitionTokens(tool: ToolDefinition): number {
  let tokens = definitions.get(tool);
  if (tokens === undefined) {
    const { name, title, description, inputSchema, outputSchema, annotations } = tool;
    tokens = tokensOf(JSON.stringify({ name, title, description, inputSchema, outputSchema, annotations }));
    definitions.set(tool, tokens);
  }
  return tokens;
}

export function runTokens(results: number, ofDefinitions: number, returned: number): RunTokens {
  return {
    results,
    definitions: ofDefinitions,
    returned,
    keptOut: Math.max(0, results + ofDefinitions - returned),
  };
}
