/**
 * Extracts the part of a document that its operations' schemas refer to, at the same paths. This part is stored to build the
 * SDK and to check arguments without the document.
 */
import { isRecord } from "../normalise.ts";
import { createResolver, pointerSteps } from "../references.ts";
import type { Fields } from "./description.ts";

type Folder = Map<string, unknown>;

export function gatherDefinitions(document: Fields, schemas: readonly unknown[]): Fields {
  const resolve = createResolver(document);
  const places = new Set<string>();
  const seen = new Set<object>();
  const queue: unknown[] = [...schemas];
  for (let node = queue.pop(); queue.length > 0 || node !== undefined; node = queue.pop()) {
    if (typeof node !== "object" || node === null || seen.has(node)) continue;
    seen.add(node);
    const ref = isRecord(node) ? node["$ref"] : undefined;
    if (typeof ref === "string" && !places.has(ref)) {
      const target = resolve(ref);
      // An anchor has no path: a document that uses one is kept whole.
      if (target !== undefined && !ref.startsWith("#/")) return document;
      places.add(ref);
      queue.push(target);
    }
    for (const child of Object.values(node)) if (typeof child === "object" && child !== null) queue.push(child);
  }
  const root: Folder = new Map<string, unknown>([["openapi", document["openapi"]]]);
  // Short paths come first, because a path inside another one needs no entry of its own.
  for (const place of [...places].sort()) put(root, place, resolve(place));
  return toFields(root);
}

function put(root: Folder, place: string, target: unknown): void {
  const steps = [...pointerSteps(place.slice(2))];
  const last = steps.pop() ?? "";
  let folder = root;
  for (const step of steps) {
    const next = folder.get(step) ?? new Map<string, unknown>();
    if (!(next instanceof Map)) return;
    folder.set(step, next);
    folder = next;
  }
  if (target !== undefined) folder.set(last, target);
}

function toFields(folder: Folder): Fields {
  return Object.fromEntries([...folder].map(([name, value]) => [name, value instanceof Map ? toFields(value) : value]));
}
