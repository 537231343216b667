/** Tells whether a URI may come from a URI template (RFC 6570). An expression stands for any text, and the search does not go back. */

export function matchesTemplate(template: string, uri: string): boolean {
  const [first = "", ...rest] = literalsOf(template);
  if (!uri.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return uri === first;
  let at = first.length;
  for (const literal of rest) {
    const found = uri.indexOf(literal, at);
    if (found < 0) return false;
    at = found + literal.length;
  }
  return uri.length - last.length >= at && uri.endsWith(last);
}

/** @returns what is before, between and after the expressions */
function literalsOf(template: string): string[] {
  const literals: string[] = [];
  let at = 0;
  for (;;) {
    const open = template.indexOf("{", at);
    const close = open < 0 ? -1 : template.indexOf("}", open);
    if (close < 0) return [...literals, template.slice(at)];
    literals.push(template.slice(at, open));
    at = close + 1;
  }
}
