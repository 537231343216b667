// Values inside a request ("open https://a.b/c", "mail x@y.z", "cells A1:B2", '"Q3 plan"'): they say which kind of thing
// is meant, not which tool. Each is replaced by the word for its kind, in brackets nobody types, so that the position in
// the sentence stays.

interface Kind {
  readonly pattern: RegExp;
  readonly stands: string;
}

// No nested quantifiers: every pattern is linear, and the text is bounded before.
const KINDS: readonly Kind[] = [
  { pattern: /\bhttps?:\/\/\S+/giu, stands: "url" },
  { pattern: /[\w.+-]+@[\w-]+\.[\w.-]+/gu, stands: "" },
  { pattern: /\b[\w-]+\.(?:com|org|net|io|dev|app|ai|co|edu|gov)\b(?:\/\S*)?/giu, stands: "url" },
  { pattern: /\b[A-Z]{1,2}\d{1,5}:[A-Z]{1,2}\d{1,5}\b/gu, stands: "range" },
  { pattern: /(?:^|\s)[~.]{0,2}\/(?:[\w.-]*\/)*[\w-]*\/?(?=[\s,;:!?]|$)/gu, stands: "directory" },
  { pattern: /(?:^|\s)[~.]{0,2}\/[\w./-]+/gu, stands: "file" },
  {
    pattern:
      /[\w-]+\.(?:txt|md|json|ya?ml|csv|log|py|js|ts|tsx|html|css|xml|sh|go|rs|java|docx?|pdf|xlsx?|pptx?|png|jpe?g|gif|svg|zip|sql|mp4|mp3)\b/giu,
    stands: "file",
  },
  { pattern: /\b[0-9a-f]{8}-[0-9a-f-]{20,}\b/giu, stands: "" },
  { pattern: /"[^"]{1,200}"|“[^”]{1,200}”/gu, stands: "" },
  { pattern: /(?:#|\b)\d[\d.,:%]*(?:st|nd|rd|th|am|pm|px|km|gb|mb|kb|min|ms|s|h|d|x)?\b/giu, stands: "" },
];

export function replaceValues(text: string): string {
  return KINDS.reduce((rest, { pattern, stands }) => rest.replace(pattern, ` ${stands} `), text);
}
