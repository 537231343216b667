/**
 * Path parameters that take several segments, such as `{proxy+}`. A value with a slash could be the path of another operation, for which a
 * policy can have rules of its own: `DELETE /{proxy+}` with `users/7` is `DELETE /users/{id}`. So slashes are sent as they are only where no
 * other operation of the method has a path that begins alike; elsewhere they are encoded, as in every other path parameter.
 */
import type { Description } from "./description.ts";
import type { OperationRequest } from "./request.ts";

interface Requesting {
  readonly request: OperationRequest;
}

/** @param description whose steps the comparison takes; without any left the slashes are encoded */
export function withUnambiguousSegments<Operation extends Requesting>(
  operations: readonly Operation[],
  description: Pick<Description, "spend" | "isSpent">,
): Operation[] {
  return operations.map((operation) => {
    const { request } = operation;
    const { method, path, parameters } = request;
    if (!parameters.some(({ hasSegments }) => hasSegments)) return operation;
    const begin = literalBegin(path);
    const isShared = (other: Requesting): boolean => {
      if (other === operation || other.request.method !== method) return false;
      const its = literalBegin(other.request.path);
      return its.startsWith(begin) || begin.startsWith(its);
    };
    description.spend(operations.length);
    if (!description.isSpent() && !operations.some(isShared)) return operation;
    const encoded = parameters.map(({ hasSegments: _hasSegments, ...parameter }) => parameter);
    return { ...operation, request: { ...request, parameters: encoded } };
  });
}

function literalBegin(path: string): string {
  return path.split("{", 1)[0] ?? "";
}
