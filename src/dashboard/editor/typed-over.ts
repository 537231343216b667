/**
 * Typing over a selection. Left to itself, Chromium keeps the look of what was replaced by an inline style, which the page's policy refuses and
 * complains of; so the text is put in here, in the way CodeMirror does it when it has read what the browser did.
 */
import type { TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

export const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event;
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== "insertText" || data === null || empty || view.composing) return false;
    const insert = (): ReturnType<typeof view.state.update> => {
      const typed: TransactionSpec = { userEvent: "input.type", scrollIntoView: true };
      return view.state.update(view.state.replaceSelection(data), typed);
    };
    // Those of others first: brackets go around a selection.
    const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert));
    if (!isHandled) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});
