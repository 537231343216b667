/** Every text of a tool's definition that a model may read, with its place. */
import { placeIn } from "./place.ts";

export interface CheckedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?:
    | { readonly title?: string; readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean }
    | undefined;
  /** How the gateway sends a call: for an HTTP API its method, its address, and the places of arguments and credentials. No model reads it. */
  readonly request?: unknown;
}

interface PlacedText {
  readonly place: string;
  readonly text: string;
}

const MAX_TEXTS = 20_000;
const MAX_CHARS = 4_000_000;
const MAX_DEPTH = 100;

/** @returns `isCut` is true when there is more text than could be checked */
export function textsOf(tool: CheckedTool): { readonly texts: readonly PlacedText[]; readonly isCut: boolean } {
  const texts: PlacedText[] = [];
  let chars = 0;
  let isCut = false;
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const open: { readonly place: string; readonly value: unknown; readonly depth: number }[] = [
    { place: "outputSchema", value: outputSchema, depth: 0 },
    { place: "inputSchema", value: inputSchema, depth: 0 },
    { place: "annotations/title", value: annotations?.title, depth: 0 },
    { place: "description", value: description, depth: 0 },
    { place: "title", value: title, depth: 0 },
    { place: "name", value: name, depth: 0 },
  ];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { place, value, depth } = part;
    if (typeof value === "string") {
      chars += value.length;
      if (texts.length >= MAX_TEXTS || chars > MAX_CHARS) isCut = true;
      else texts.push({ place, text: value });
    } else if (value !== null && typeof value === "object") {
      if (depth >= MAX_DEPTH) isCut = true;
      else {
        for (const [key, inner] of Object.entries(value)) {
          // A model reads the names of properties, too.
          const within = placeIn(place, key);
          if (!Array.isArray(value)) open.push({ place: `${within} (name)`, value: key, depth });
          open.push({ place: within, value: inner, depth: depth + 1 });
        }
      }
    }
    if (isCut) break;
  }
  return { texts, isCut };
}
