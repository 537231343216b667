/**
 * An OpenAPI description → the tools of its operations, each complete in itself: schemas without references to the description, and the
 * plan of its request. The description is not needed after that, so it is read once and its operations are what is stored.
 */
import { readOperations, type OperationRequest } from "../../../sdk-gen/index.ts";
import { MAX_API_DOCUMENT_DEPTH, MAX_REQUEST_PLAN_CHARS } from "../../limits/api-limits.ts";
import { isDeeper } from "../../lib/nesting.ts";
import { fitTools, type Described } from "../http-api/fit-tools.ts";
import { leftOutRemarks } from "./left-out.ts";

/** A tool before it is known where its requests go; `request.server` is as the description has it. */
export type ApiTool = Described<OperationRequest>;

export type Api =
  | {
      readonly ok: true;
      /** Base URLs; may be relative to where the description came from. */
      readonly servers: readonly string[];
      readonly tools: readonly ApiTool[];
      readonly remarks: readonly string[];
    }
  | { readonly ok: false; readonly problem: string };

interface ReadApiOptions {
  /** @returns true for operations that gateway.json offers */
  readonly isOffered?: (name: string) => boolean;
  /** @returns a text for each entry of `tools` that concerns none of all operations */
  readonly unmatched?: (names: readonly string[]) => readonly string[];
  /** Names of the security schemes for which there is a credential. */
  readonly schemes?: readonly string[];
  /** See `readOperations`. */
  readonly maxSteps?: number;
}

export function readApi(
  document: unknown,
  { isOffered = () => true, unmatched = () => [], ...read }: ReadApiOptions = {},
): Api {
  if (isDeeper(document, MAX_API_DOCUMENT_DEPTH)) {
    return { ok: false, problem: `The description is nested deeper than ${MAX_API_DOCUMENT_DEPTH} levels.` };
  }
  const { servers, operations: all, unread, leftOut, problem, remarks: unused = [] } = readOperations(document, read);
  if (problem !== undefined) return { ok: false, problem };
  const missed = leftOut.filter(({ name }) => name === undefined || isOffered(name));
  const remarks: string[] = [...unused, ...leftOutRemarks(missed)];
  // An operation that is not read may be the one that is meant.
  if (unread === 0) remarks.unshift(...unmatched([...all, ...leftOut].flatMap(({ name }) => name ?? [])));
  else remarks.push(`${unread} operations are not read, because the operations before them have too many references`);
  const operations = all.filter(({ name, request }) => {
    const isShort = JSON.stringify(request).length <= MAX_REQUEST_PLAN_CHARS;
    if (!isShort) remarks.push(`${name.slice(0, 80)} takes more parameters than are read`);
    return isShort && isOffered(name);
  });
  const { tools, unreadable } = fitTools(operations, document);
  return { ok: true, servers, tools, remarks: [...remarks.slice(0, 20), ...unreadable] };
}
