/** Reads the `Link` header (RFC 8288): `<https://…?page=2>; rel="next last", <…>; rel=first`. Pure. */

/** A parameter of a link; its value is quoted or a token. */
const PARAMETER = /\s*;\s*([^\s=;,<>"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y;

/** @returns the target of the first link whose relations include `next` */
export function nextLink(header: string): string | undefined {
  for (let at = header.indexOf("<"); at !== -1; at = header.indexOf("<", at)) {
    const end = header.indexOf(">", at);
    if (end === -1) return undefined;
    const target = header.slice(at + 1, end);
    let relations: string | undefined;
    PARAMETER.lastIndex = end + 1;
    at = end + 1;
    for (let found = PARAMETER.exec(header); found !== null; found = PARAMETER.exec(header)) {
      at = PARAMETER.lastIndex;
      const [, name = "", quoted, token = ""] = found;
      // A second `rel` of a link counts for nothing (RFC 8288, section 3.3).
      if (name.toLowerCase() === "rel") relations ??= quoted ?? token;
    }
    if (relations?.toLowerCase().split(/\s+/).includes("next") === true) return target;
  }
  return undefined;
}
