/** Names and descriptions as words, and which words mean the same where parameters are named. */

const MAX_LENGTH = 300;

/** `maxResults`, `max_results`, `max-results` → ["max", "result"] */
export function wordsOf(text: string): string[] {
  const spaced = text.slice(0, MAX_LENGTH).replaceAll(/(\p{Ll}|\p{N})(?=\p{Lu})/gu, "$1 ");
  return (spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(singular);
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

/** A word may be in several. Kept in the form that `wordsOf` gives. */
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

/** Used for one another, but less often: where both are wanted, each goes to its own. */
const LOOSE_GROUPS: readonly ReadonlySet<string>[] = ["message body content text description detail"].map(
  (words) => new Set(words.split(" ")),
);

const SYNONYM = 0.85;
const LOOSE_SYNONYM = 0.7;

/**
 * 1 for the same word, less for two that mean the same, 0 otherwise. Never by what a word contains: `to` is no `token`.
 */
export function likeness(one: string, other: string): number {
  if (one === other) return 1;
  const inOneOf = (groups: readonly ReadonlySet<string>[]): boolean =>
    groups.some((group) => group.has(one) && group.has(other));
  if (inOneOf(GROUPS)) return SYNONYM;
  return inOneOf(LOOSE_GROUPS) ? LOOSE_SYNONYM : 0;
}
