/** The kinds of data that are recognized by themselves; a policy adds kinds by patterns of its own. */
import { findCards } from "./cards.ts";
import { isReplaced } from "./credential-names.ts";
import { findEmails } from "./emails.ts";
import { findIbans } from "./ibans.ts";
import { jsonCredentialSpans } from "./json-credentials.ts";
import { findPhones } from "./phones.ts";
import { MAY_BE_NAMED, namedSpans } from "./redact-text.ts";
import { mergeSpans, type Span } from "./span.ts";
import { tokenSpans } from "./token-shapes.ts";
import { inTypography } from "./typography.ts";

export const DATA_KINDS = ["secret", "card", "email", "phone", "iban"] as const;
export type DataKind = (typeof DATA_KINDS)[number];

/** The time is linear in the text. @returns spans in order, without overlaps */
type FindSpans = (text: string) => readonly Span[];

export const FIND_KIND: Readonly<Record<DataKind, FindSpans>> = {
  secret: findSecrets,
  card: inTypography(findCards),
  email: findEmails,
  phone: inTypography(findPhones),
  iban: inTypography(findIbans),
};

/** UTF-16 length of the shortest text in which a value of the kind can be found. */
export const MIN_CHARS_OF_KIND: Readonly<Record<DataKind, number>> = {
  // `pwd="a`, which was cut off
  secret: 6,
  // The shortest numbers have 14 digits.
  card: 14,
  // `a@b.co`
  email: 6,
  // `+12345678`, `tel:12345`
  phone: 9,
  // That of Norway has 15 characters.
  iban: 15,
};

function findSecrets(text: string): readonly Span[] {
  const named = MAY_BE_NAMED.test(text) ? [...namedSpans(text), ...jsonCredentialSpans(text)] : [];
  const spans = [...tokenSpans(text), ...named];
  return mergeSpans(spans.filter(({ start, end }) => !isReplaced(text.slice(start, end))));
}
