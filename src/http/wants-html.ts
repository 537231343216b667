/** @returns true if a person looks at the answer: browsers ask for HTML when they open an address or send a form, programs do not */
export function wantsHtml({ headers }: Request): boolean {
  return headers.get("accept")?.includes("text/html") === true;
}
