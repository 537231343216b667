/** Recognises a web page in the place of a document: the address is that of a site, or of its sign-in page. */
import { isMarkup, oneVisibleLine } from "./upstream-explanation.ts";

/** @param what the document that was asked for @returns what follows the address in a sentence; undefined if the text is no markup */
export function describeMarkup({ headers }: Response, text: string, what: string): string | undefined {
  if (!isMarkup(text)) return undefined;
  const [essence = ""] = (headers.get("content-type") ?? "").split(";");
  return `answers with ${oneVisibleLine(essence) || "markup"}, which is not ${what}.`;
}
