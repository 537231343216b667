/**
 * Finds payment card numbers: the prefix and length of a known network, and a correct check digit (Luhn). One number in ten with such a
 * prefix has a correct check digit by chance.
 */
import { spansOf } from "./span.ts";
import type { Span } from "./span.ts";

/**
 * Digits alone, or in groups with one kind of separator; nothing beside them that makes them part of a longer name or number. A hyphen
 * before them is a sign or a bullet, unless something stands before it.
 */
const NUMBER =
  /(?<![\p{L}\p{N}_.+#]|[\p{L}\p{N}_.+#-]-)(?:[2-6]\d{13,18}|[2-6]\d{3}([ .-])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|3\d{3}([ .-])\d{6}\2\d{4,5})(?![\p{L}\p{N}_]|[.-][\p{L}\p{N}])/gu;

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
