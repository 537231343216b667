/**
 * Finds payment card numbers: the prefix and length of a known network, and a correct check digit (Luhn). One number in ten with such a
 * prefix has a correct check digit by chance.
 */
import { spansOf, type Span } from "./span.ts";

/**
 * Latin letters, digits and `_` before a number make it part of an id, as do most signs between them and the number. Letters of other
 * scripts do not: ids have none, and many of these scripts write no blanks. A hyphen is a sign or a bullet, unless something stands before it.
 */
const STANDS_ALONE = /(?<![\p{sc=Latin}\p{Nd}_.+#]|[\p{sc=Latin}\p{Nd}_.+#-]-)/u;

/** Words that say what follows: `VISA4111…`, `Card#4111…`, `No.4111…`. */
const IS_NAMED =
  /(?<=(?<![\p{sc=Latin}\p{Nd}])(?:(?:visa|(?:master|credit|debit)?card|amex|maestro|discover|diners|jcb|unionpay|karte|kreditkarte|carte|carta|cartão|tarjeta|kaart|kort|pan|cc)(?: ?(?:no|nr|number))?[.:#-]?|(?:no|nr)[.:#]|nº[.:]?))/u;

/** Digits alone, or in groups with one kind of separator. */
const DIGITS = /[2-6]\d{13,18}|[2-6]\d{3}(?<first>[ .-])\d{4}\k<first>\d{4}\k<first>\d{4}(?:\k<first>\d{3})?/u;
const SHORT_DIGITS = /3\d{3}(?<only>[ .-])\d{6}\k<only>\d{4,5}/u;

/** Blanks and hyphens between the groups, but for `4000-4999 5000-5999`, which are two ranges. */
const MIXED_DIGITS = /[2-6]\d{3}(?: \d{4}[ -]\d{4}[ -]|-\d{4} \d{4} |-\d{4}-\d{4} )\d{4}/u;

/** A number ends where no Latin letter, digit or `_` follows; a hyphen may lead to the month and year of expiry. */
const ENDS = /(?![\p{sc=Latin}\p{Nd}_]|\.[\p{sc=Latin}\p{Nd}]|-(?!(?:0[1-9]|1[0-2])\/\d\d)[\p{sc=Latin}\p{Nd}])/u;

/** The digits are asked for first, because the words before them cost more. */
const NUMBER = new RegExp(
  `(?=[2-6]\\d{3})(?:${STANDS_ALONE.source}|${IS_NAMED.source})` +
    `(?:${[DIGITS, MIXED_DIGITS, SHORT_DIGITS].map(({ source }) => source).join("|")})${ENDS.source}`,
  "giu",
);

interface Network {
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
}

const NETWORKS: readonly Network[] = [
  { prefix: /^4/, lengths: [16] },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [16] },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16] },
  { prefix: /^3(?:0[0-5]|[689])/, lengths: [14] },
  { prefix: /^62/, lengths: [16, 17, 18, 19] },
];

export function findCards(text: string): readonly Span[] {
  return spansOf(text, NUMBER).filter(({ start, end }) => isCard(text.slice(start, end).replaceAll(/\D/g, "")));
}

function isCard(digits: string): boolean {
  const isOfNetwork = NETWORKS.some(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits));
  return isOfNetwork && hasCheckDigit(digits);
}

function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
