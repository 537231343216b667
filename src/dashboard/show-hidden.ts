/**
 * Shows invisible characters as codes (lib/visible-text.ts) in every text, tooltip and label of a page, so that a hostile text cannot
 * hide anything. This is done where Preact creates its nodes, so that no page can omit it. Values of fields are unchanged, because people
 * edit and send them; the editor has its own way (editor/editor.ts).
 */
import { options } from "preact";
import { visibleText } from "../lib/visible-text.ts";

const ATTRIBUTES = ["title", "aria-label", "placeholder"] as const;

interface Node {
  readonly type: unknown;
  /** The props of an element; for a text node, its text. */
  props: unknown;
}

export function showHiddenCharacters(): void {
  options.vnode = (node: Node) => {
    const { type, props } = node;
    if (type === null && typeof props === "string") node.props = visibleText(props);
    else if (typeof type === "string") showAttributes(props as Record<string, unknown>);
  };
}

function showAttributes(props: Record<string, unknown>): void {
  for (const name of ATTRIBUTES) {
    const text = props[name];
    if (typeof text === "string") props[name] = visibleText(text);
  }
}
