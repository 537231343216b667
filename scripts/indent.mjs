// The indentation of what `npm start` prints below a title.

/** @returns {string} the text with each line indented by two */
export function indent(text) {
  return text.replaceAll(/^/gm, "  ");
}
