/**
 * An OpenAPI description → the tools of its operations, each complete in itself: schemas without references to the description, and the
 * plan of its request. Nobody needs the description after that, so it is read once and its operations are what is stored.
 *
 * A list has a budget (tool-list.ts). The profile is the richest with which all operations fit: of GitHub's 1,223 the answers are
 * described three levels deep, of Microsoft Graph's 11,422 not at all.
 */
import { firstSentence, readOperations } from "../../../sdk-gen/index.ts";
import type { Operation, OperationRequest } from "../../../sdk-gen/index.ts";
import { MAX_API_DOCUMENT_DEPTH, MAX_REQUEST_PLAN_CHARS } from "../../limits/api-limits.ts";
import { MAX_LIST_CHARS } from "../../limits/upstream-limits.ts";
import { isDeeper } from "../../lib/nesting.ts";
import type { ToolDefinition } from "../connector.ts";
import { ToolListReader } from "../tool-list.ts";
import { selfContainedIn } from "./self-contained.ts";
import type { SelfContained } from "./self-contained.ts";

/** A tool before it is known where its requests go; `request.server` is as the description has it. */
export interface ApiTool extends ToolDefinition {
  readonly request: OperationRequest;
}

export type Api =
  | {
      readonly ok: true;
      /** Base URLs; may be relative to where the description came from. */
      readonly servers: readonly string[];
      readonly tools: readonly ApiTool[];
      readonly remarks: readonly string[];
    }
  | { readonly ok: false; readonly problem: string };

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

/** For the frame of the list, and for what is added when it is known where requests go. */
const LIST_SHARE = 0.9;

/** @param isOffered says which operations are used at all */
export function readApi(document: unknown, isOffered: (name: string) => boolean = () => true): Api {
  if (isDeeper(document, MAX_API_DOCUMENT_DEPTH)) {
    return { ok: false, problem: `The description is nested deeper than ${MAX_API_DOCUMENT_DEPTH} levels.` };
  }
  const { servers, operations: all, problem } = readOperations(document);
  if (problem !== undefined) return { ok: false, problem };
  const remarks: string[] = [];
  const operations = all.filter(({ name, request }) => {
    const isShort = JSON.stringify(request).length <= MAX_REQUEST_PLAN_CHARS;
    if (!isShort) remarks.push(`${name.slice(0, 80)} takes more parameters than are read`);
    return isShort && isOffered(name);
  });
  const selfContained = selfContainedIn(document);
  const last = PROFILES.length - 1;
  const profile = PROFILES.find((one, index) => index === last || fits(operations, one, selfContained));
  const reader = new ToolListReader();
  const requests = new Map<string, OperationRequest>();
  for (const operation of operations) {
    if (profile === undefined || reader.isFull) break;
    requests.set(operation.name, operation.request);
    reader.add([toolOf(operation, profile, selfContained)]);
  }
  const { tools, unreadable } = reader.finish();
  const withRequests = tools.flatMap((tool): ApiTool[] => {
    const request = requests.get(tool.name);
    return request === undefined ? [] : [{ ...tool, request }];
  });
  return { ok: true, servers, tools: withRequests, remarks: [...remarks.slice(0, 20), ...unreadable] };
}

function fits(operations: readonly Operation[], profile: Profile, selfContained: SelfContained): boolean {
  let chars = 0;
  return operations.every((operation) => {
    const tool = toolOf(operation, profile, selfContained);
    chars += JSON.stringify(tool).length + JSON.stringify(operation.request).length;
    return chars < MAX_LIST_CHARS * LIST_SHARE;
  });
}

function toolOf(operation: Operation, profile: Profile, selfContained: SelfContained): ToolDefinition {
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
