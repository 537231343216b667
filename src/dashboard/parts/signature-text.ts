/** Removes the trailing comment from a signature if it only repeats the beginning of the description beside it. */
export function signatureText(signature: string, description: string): string {
  const text = signature.trim();
  const at = text.lastIndexOf(" // ");
  if (at === -1 || text.includes("\n", at)) return text;
  const comment = oneLine(text.slice(at + 4))
    .replace(/…$/, "")
    .trimEnd();
  return oneLine(description).startsWith(comment) ? text.slice(0, at) : text;
}

function oneLine(text: string): string {
  return text.split(/\s+/).join(" ").trim();
}
