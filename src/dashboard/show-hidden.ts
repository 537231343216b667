/**
 * Nothing on a page lies: whatever text a page renders, and whatever it says in a tooltip or a label, has the characters that are not
 * seen spelled out (lib/visible-text.ts). Done where Preact makes its nodes, so that no page can forget it. Values of fields stay as they
 * are, because people edit and send them; the editor has its own way (editor/hidden-characters.ts).
 */
import { options } from "preact";
import { visibleText } from "../lib/visible-text.ts";

const ATTRIBUTES = ["title", "aria-label", "placeholder"] as const;

interface Node {
  readonly type: unknown;
  /** Of an element; a text node has its text in their place. */
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
