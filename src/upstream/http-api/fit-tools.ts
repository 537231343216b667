/**
 * Tools whose schemas refer to one description → tools that stand alone, as richly described as fits into a list (tool-list.ts). The profile is
 * the richest with which all of them fit: GitHub's 1,223 operations have the nearest levels of their answers. Where the poorest does not fit
 * either, as with Microsoft Graph's 11,422, the list ends at its budget and says so; `tools.include` makes room.
 */
import { firstSentence } from "../../../sdk-gen/index.ts";
import { MAX_API_TOOLS_CHARS } from "../../limits/api-limits.ts";
import { countValues } from "../../lib/count-values.ts";
import { MAX_LIST_CHARS, MAX_LIST_VALUES } from "../../limits/upstream-limits.ts";
import type { ToolDefinition } from "../connector.ts";
import { ToolListReader } from "../mcp/tool-list.ts";
import { selfContainedIn, type SelfContained } from "./self-contained.ts";

/** A tool, and how it is asked for. */
export interface Described<Request> extends ToolDefinition {
  readonly request: Request;
}

interface Profile {
  readonly request: number;
  readonly answer: number;
  /** Descriptions of arguments, of parts of the answer; the tool's whole text. */
  readonly hasText: boolean;
  readonly hasAnswerText: boolean;
  readonly hasLongText: boolean;
}

const PROFILES: readonly Profile[] = [
  { request: 60_000, answer: 24_000, hasText: true, hasAnswerText: true, hasLongText: true },
  { request: 20_000, answer: 6_000, hasText: true, hasAnswerText: false, hasLongText: true },
  { request: 10_000, answer: 2_500, hasText: true, hasAnswerText: false, hasLongText: true },
  { request: 6_000, answer: 1_000, hasText: true, hasAnswerText: false, hasLongText: false },
  { request: 2_000, answer: 400, hasText: false, hasAnswerText: false, hasLongText: false },
  { request: 1_000, answer: 0, hasText: false, hasAnswerText: false, hasLongText: false },
];

/** The rest is kept for the frame of the list, and for what is added when the address of requests is known. */
const LIST_SHARE = 0.9;

export interface FittedTools<Request> {
  readonly tools: readonly Described<Request>[];
  /** Descriptions of the parts that cannot be used. */
  readonly unreadable: readonly string[];
}

/** @param document what the schemas of the tools refer to */
export function fitTools<Request>(described: readonly Described<Request>[], document: unknown): FittedTools<Request> {
  const selfContained = selfContainedIn(document);
  const last = PROFILES.length - 1;
  const profile = PROFILES.find((one, index) => index === last || fits(described, one, selfContained));
  const reader = new ToolListReader();
  const requests = new Map<string, Request>();
  // A part that all operations share makes each of them as long: what is too long for the list costs time, too, and plans are stored.
  let toolChars = 0;
  let planChars = 0;
  for (const tool of described) {
    if (profile === undefined || reader.isFull) break;
    const made = toolOf(tool, profile, selfContained);
    toolChars += JSON.stringify(made).length;
    planChars += JSON.stringify(tool.request)?.length ?? 0;
    if (toolChars > MAX_API_TOOLS_CHARS || planChars > MAX_LIST_CHARS) {
      reader.remark("the description repeats its parts too often; the following operations are not read");
      break;
    }
    if (!requests.has(tool.name)) requests.set(tool.name, tool.request);
    reader.add([made]);
  }
  const { tools, unreadable } = reader.finish();
  const withRequests = tools.map((tool) => ({ ...tool, request: requests.get(tool.name) as Request }));
  return { tools: withRequests, unreadable };
}

function fits(operations: readonly Described<unknown>[], profile: Profile, selfContained: SelfContained): boolean {
  let chars = 0;
  let values = 0;
  return operations.every((operation) => {
    const tool = toolOf(operation, profile, selfContained);
    chars += JSON.stringify(tool).length + (JSON.stringify(operation.request)?.length ?? 0);
    values += countValues(tool, MAX_LIST_VALUES);
    return chars < MAX_LIST_CHARS * LIST_SHARE && values < MAX_LIST_VALUES * LIST_SHARE;
  });
}

function toolOf(operation: Described<unknown>, profile: Profile, selfContained: SelfContained): ToolDefinition {
  const { name, description, inputSchema, outputSchema, annotations } = operation;
  const { hasText, hasAnswerText, hasLongText } = profile;
  const output =
    outputSchema === undefined || profile.answer === 0
      ? undefined
      : selfContained(outputSchema, "answer", { maxChars: profile.answer, hasText: hasAnswerText });
  // An inline schema has no part that could be left out.
  const isShort = output !== undefined && JSON.stringify(output).length <= profile.answer * 2;
  return {
    name,
    ...(description !== undefined && { description: hasLongText ? description : firstSentence(description, 200) }),
    inputSchema: selfContained(inputSchema, "request", { maxChars: profile.request, hasText }),
    ...(isShort && { outputSchema: output }),
    ...(annotations !== undefined && { annotations }),
  };
}
