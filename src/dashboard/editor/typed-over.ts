/**
 * Handles typing over a selection. Chromium would otherwise preserve the style of the replaced text with an inline style, which the
 * page's Content-Security-Policy refuses and reports. The text is therefore inserted here, in the way CodeMirror does it after reading
 * the browser's change.
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
    // Other input handlers run first: typed brackets enclose a selection.
    const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert));
    if (!isHandled) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});
