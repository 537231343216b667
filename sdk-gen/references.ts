/**
 * Resolves `$ref`s within one document: JSON pointers (into `$defs`, property paths, anything), `$anchor`, `$id`.
 * Nothing is fetched; an unresolved reference is `undefined` and becomes the type `unknown`.
 */
import { isRecord } from "./is-record.ts";

const MAX_INDEXED_NODES = 50_000;

export type Resolve = (ref: string) => unknown;

export function createResolver(root: unknown): Resolve {
  let anchors: ReadonlyMap<string, unknown> | undefined;
  return (ref) => {
    if (ref === "#" || ref === "") return root;
    if (ref.startsWith("#/")) return followPointer(root, ref.slice(2));
    anchors ??= indexAnchors(root);
    const [document = "", fragment = ""] = ref.split("#", 2);
    const base = document === "" ? root : anchors.get(document);
    if (fragment === "") return base;
    return fragment.startsWith("/") ? followPointer(base, fragment.slice(1)) : anchors.get(`#${fragment}`);
  };
}

function followPointer(root: unknown, pointer: string): unknown {
  let node = root;
  for (const name of pointerSteps(pointer)) {
    if (Array.isArray(node)) node = /^\d+$/.test(name) ? node[Number(name)] : undefined;
    else if (isRecord(node) && Object.hasOwn(node, name)) node = node[name];
    else return undefined;
  }
  return node;
}

/** @param pointer a JSON pointer in a URI fragment, without its first slash @returns its decoded steps */
function pointerSteps(pointer: string): readonly string[] {
  return pointer.split("/").map((step) => decode(step).replace(/~1/g, "/").replace(/~0/g, "~"));
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function indexAnchors(root: unknown): ReadonlyMap<string, unknown> {
  const anchors = new Map<string, unknown>();
  const seen = new Set<unknown>();
  const queue: unknown[] = [root];
  for (let node = queue.pop(); node !== undefined && seen.size < MAX_INDEXED_NODES; node = queue.pop()) {
    if (typeof node !== "object" || node === null || seen.has(node)) continue;
    seen.add(node);
    if (isRecord(node)) {
      for (const word of ["$anchor", "$dynamicAnchor"]) {
        const anchor = node[word];
        if (typeof anchor === "string" && !anchors.has(`#${anchor}`)) anchors.set(`#${anchor}`, node);
      }
      const id = node["$id"] ?? node["id"];
      if (typeof id === "string" && !anchors.has(id)) anchors.set(id, node);
      if (node["$recursiveAnchor"] === true) anchors.set("#", node);
    }
    for (const child of Object.values(node)) if (typeof child === "object" && child !== null) queue.push(child);
  }
  return anchors;
}
