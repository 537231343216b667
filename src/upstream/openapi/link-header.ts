/** Reads the `Link` header (RFC 8288): `<https://…?page=2>; rel="next last", <…>; rel=first`. */

/** A parameter of a link; its value is quoted or a token. */
const PARAMETER = /\s*;\s*([^\s=;,<>"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y;

interface HeaderLink {
  readonly target: string;
  /** In lower case. */
  readonly relations: readonly string[];
}

/** @returns the target of the first link whose relations include `next` */
export function nextLink(header: string): string | undefined {
  return linksIn(header).find(({ relations }) => relations.includes("next"))?.target;
}

const PAGES: ReadonlySet<string> = new Set(["first", "last", "next", "prev", "previous"]);

/** @returns true if any of the links leads to another page of the list */
export function linksPages(header: string): boolean {
  return linksIn(header).some(({ relations }) => relations.some((one) => PAGES.has(one)));
}

function linksIn(header: string): readonly HeaderLink[] {
  const links: HeaderLink[] = [];
  for (let at = header.indexOf("<"); at !== -1; at = header.indexOf("<", at)) {
    const end = header.indexOf(">", at);
    if (end === -1) break;
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
    links.push({ target, relations: relations?.toLowerCase().split(/\s+/) ?? [] });
  }
  return links;
}
