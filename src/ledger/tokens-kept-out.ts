/**
 * Counts the tokens that a run kept out of the model's context: those a client that calls the same tools directly would have read
 * (every result, and once the definition of every called tool), minus those the run returned (value or error, and logs). The
 * figure is a lower bound: it leaves out tokens the model writes (the script here, arguments there) and definitions of tools that
 * were not called, which a direct client has in its context, too. Tokens are estimated (catalog/tokens.ts, within 10 %); for a text
 * over 4,096 characters, the estimate of the first 4,096 is extrapolated.
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

/** @returns the tokens of a tool's definition in `tools/list` of its own server */
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
