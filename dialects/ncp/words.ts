/** Splits names and descriptions into words, and scores which words mean the same in parameter names. */

const MAX_LENGTH_CHARS = 300;

/** `maxResults`, `max_results`, `max-results` → ["max", "result"] */
export function wordsOf(text: string): string[] {
  const spaced = text.slice(0, MAX_LENGTH_CHARS).replaceAll(/(\p{Ll}|\p{N})(?=\p{Lu})/gu, "$1 ");
  return (spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(singular);
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

/** Groups of synonyms, in the singular form that `wordsOf` returns. A word may be in several. */
const GROUPS: readonly ReadonlySet<string>[] = [
  "to recipient target destination dest addressee",
  "from sender",
  "subject title heading headline topic",
  "title name caption",
  "message msg body content text",
  "description detail explanation",
  "path filepath filename",
  "folder directory dir",
  "url uri link href",
  "query q search term keyword phrase",
  "limit count max maximum size num top",
  "offset skip",
  "id identifier key",
  "user username login account",
  "attendee participant guest invitee member",
  "start begin beginning",
  "end finish until",
  "date day",
  "label tag",
  "priority importance urgency severity",
  "assignee owner",
  "enabled enable active on",
  "note comment remark",
].map((words) => new Set(words.split(" ")));

/** Weaker synonyms; they score less, so that a tool with both parameters gets each name in its own. */
const LOOSE_GROUPS: readonly ReadonlySet<string>[] = ["message body content text description detail"].map(
  (words) => new Set(words.split(" ")),
);

const SYNONYM = 0.85;
const LOOSE_SYNONYM = 0.7;

/** @returns 1 for equal words, less for synonyms, 0 otherwise. Substrings do not count: `to` is no `token`. */
export function likeness(one: string, other: string): number {
  if (one === other) return 1;
  const inOneOf = (groups: readonly ReadonlySet<string>[]): boolean =>
    groups.some((group) => group.has(one) && group.has(other));
  if (inOneOf(GROUPS)) return SYNONYM;
  return inOneOf(LOOSE_GROUPS) ? LOOSE_SYNONYM : 0;
}
