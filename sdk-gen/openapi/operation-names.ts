/**
 * Names operations. An `operationId` is used unchanged (`repos/get`, `List rules`); names.ts turns names into identifiers.
 * Method and path replace missing, overlong and repeated ones, and equal names get a hash of method and path, so no name
 * depends on the order of the document.
 */
import { hash } from "../names.ts";

/** MCP allows at most 128 */
const MAX_NAME_CHARS = 128;
const MAX_DERIVED_CHARS = 64;

interface Unnamed {
  readonly operationId: unknown;
  readonly method: string;
  /** As in the document, including the fragment, which distinguishes operations. */
  readonly path: string;
}

export function nameOperations(operations: readonly Unnamed[]): readonly string[] {
  const preferredNames = operations.map(({ operationId }) => usable(operationId));
  const timesPreferred = counts(preferredNames);
  const drafts = operations.map((operation, index) => {
    const preferred = preferredNames[index] ?? "";
    const isOwn = preferred !== "" && timesPreferred.get(preferred) === 1;
    return { operation, isOwn, name: isOwn ? preferred : derive(operation) };
  });
  const timesNamed = counts(drafts.map(({ name }) => name));
  const taken = new Set(timesNamed.keys());
  return drafts.map(({ operation, isOwn, name }) => {
    if (isOwn || timesNamed.get(name) === 1) return name;
    const key = `${operation.method} ${operation.path}`;
    let unique = `${name}_${hash(key).slice(0, 4)}`;
    for (let round = 1; taken.has(unique); round += 1) unique = `${name}_${hash(`${round}:${key}`)}`;
    taken.add(unique);
    return unique;
  });
}

function usable(operationId: unknown): string {
  if (typeof operationId !== "string" || operationId.length > MAX_NAME_CHARS) return "";
  return /[\p{L}\p{N}]/u.test(operationId) ? operationId.trim() : "";
}

function counts(names: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

/** `GET /users/{id}/keys.json` → `get_users_id_keys_json` */
function derive({ method, path }: Unnamed): string {
  const words = path.slice(0, 1000).match(/[\p{L}\p{N}]+/gu);
  const name = [method.toLowerCase(), ...(words ?? ["root"])].join("_");
  if (name.length <= MAX_DERIVED_CHARS) return name;
  return `${name.slice(0, MAX_DERIVED_CHARS - 9).toWellFormed()}_${hash(`${method} ${path}`)}`;
}
