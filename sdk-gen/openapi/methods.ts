/**
 * Finds the operations of a path by their methods: those that have a field of their own, and those under `additionalOperations` of
 * OpenAPI 3.2, whose names are the methods themselves.
 */
import { isRecord } from "../is-record.ts";
import { fieldsIn, type Description, type Fields } from "./description.ts";

/** TRACE is described too, and not sent: `fetch` refuses it. */
const DESCRIBED = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "QUERY", "TRACE"];

/** Further methods that workerd's `fetch` sends. */
const FURTHER =
  "ACL CHECKOUT COPY LOCK MERGE MKACTIVITY MKCOL MOVE NOTIFY PROPFIND PROPPATCH PURGE REPORT SEARCH SUBSCRIBE UNLOCK UNSUBSCRIBE";

const SENT: ReadonlySet<string> = new Set([...DESCRIBED.filter((method) => method !== "TRACE"), ...FURTHER.split(" ")]);

interface MethodOperation {
  readonly method: string;
  readonly operation: Fields;
  /** False for a method that `fetch` does not send. */
  readonly isSent: boolean;
}

export function operationsByMethod(description: Description, pathItem: Fields): readonly MethodOperation[] {
  const own = DESCRIBED.map((method): [string, unknown] => [method, pathItem[method.toLowerCase()]]);
  const further = Object.entries(fieldsIn(pathItem, "additionalOperations"));
  description.spend(further.length);
  return [...own, ...further.filter(([method]) => !DESCRIBED.includes(method))].flatMap(([method, operation]) =>
    isRecord(operation) ? [{ method, operation, isSent: SENT.has(method) }] : [],
  );
}
