/** Finds international bank account numbers: a country with its length, and a correct checksum (ISO 13616, mod 97). */
import type { Span } from "./span.ts";

/** Lengths of the IBAN registry, by country. */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 " +
    "FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 " +
    "MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 " +
    "SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** A Latin letter, a digit or `_` before it makes it part of an id; letters of scripts that write no blanks do not. */
const BEGINNING = /(?<![\p{sc=Latin}\p{Nd}_])[A-Z]{2}\d{2}(?=[ -]?[A-Z0-9]{2})/giu;

export function findIbans(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const { index, 0: beginning } of text.matchAll(BEGINNING)) {
    const length = LENGTHS.get(beginning.slice(0, 2).toUpperCase());
    const end = length === undefined ? undefined : endOf(text, index, length);
    if (end !== undefined && isValid(text.slice(index, end))) spans.push({ start: index, end });
  }
  return spans;
}

/** @returns the end of so many letters and digits, with at most one blank or hyphen after each four of them */
function endOf(text: string, start: number, length: number): number | undefined {
  let at = start;
  for (let count = 0; count < length; count += 1, at += 1) {
    if (count > 0 && count % 4 === 0 && /[ -]/.test(text[at] ?? "")) at += 1;
    if (!/[A-Za-z0-9]/.test(text[at] ?? "")) return undefined;
  }
  return /[\p{sc=Latin}\p{Nd}_]/u.test(text[at] ?? "") ? undefined : at;
}

function isValid(written: string): boolean {
  const iban = written.replaceAll(/[^A-Za-z0-9]/g, "").toUpperCase();
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
