/** Shows invisible characters as marked codes in the editor. The text that is run keeps them. */
import { highlightSpecialChars } from "@codemirror/view";
import { hiddenCharacter, visibleText } from "../../lib/visible-text.ts";

export const hiddenCharacters = highlightSpecialChars({
  specialChars: hiddenCharacter(),
  render(code) {
    const mark = document.createElement("span");
    mark.className = "cm-hidden-character";
    mark.title = "This character is invisible, or changes how other characters are displayed.";
    mark.textContent = visibleText(String.fromCodePoint(code));
    return mark;
  },
});
