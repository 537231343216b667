/**
 * Finds content in a tool's texts that a model reads and a person does not see. The characters are those of Unicode's
 * Default_Ignorable_Code_Point, as in lib/visible-text.ts: zero-width and bidirectional characters, fillers, joiners, variation selectors, tags.
 *
 * Some writing systems and emoji need a few of them. One or two at a time, beside what needs them, are no finding; runs always are.
 */
import type { Finding } from "./finding.ts";

interface Hidden {
  readonly name: string;
  readonly severity: Finding["severity"];
  readonly pattern: RegExp;
}

/** The first that a text matches is its finding. */
const HIDDEN: readonly Hidden[] = [
  { name: "tag characters, which spell hidden text", severity: "hold", pattern: /[\u{E0000}-\u{E007F}]/u },
  {
    name: "variation selectors that encode bytes",
    severity: "hold",
    pattern: /[\u{E0100}-\u{E01EF}]|[\uFE00-\uFE0F]{2}/u,
  },
  {
    name: "bidirectional controls, which show text in another order",
    severity: "hold",
    pattern: /[\u202A-\u202E\u2066-\u2069]/u,
  },
  {
    name: "control characters",
    severity: "hold",
    pattern: /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFF9-\uFFFB]/u,
  },
  {
    name: "invisible characters inside words",
    severity: "hold",
    pattern: /(?<=[\p{Script=Latin}\d])\p{Default_Ignorable_Code_Point}{1,2}[\p{Script=Latin}\d]/u,
  },
  {
    name: "runs of invisible characters",
    severity: "hold",
    pattern: /\p{Default_Ignorable_Code_Point}\s?\p{Default_Ignorable_Code_Point}\s?\p{Default_Ignorable_Code_Point}/u,
  },
];

const INVISIBLE: Omit<Hidden, "pattern"> = { name: "invisible characters", severity: "note" };

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Selectors and joiners of emoji and of writing systems, beside the characters that need them. */
const NEEDED: readonly RegExp[] = [
  /(?<=[\p{Extended_Pictographic}\p{Sm}\p{Script=Han}\p{Script=Myanmar}])[\uFE00-\uFE0F]|(?<=[0-9#*])\uFE0F(?=\u20E3)/gu,
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])\u200D(?=\p{Extended_Pictographic})/gu,
  // Persian, Urdu and the scripts of India join and separate letters by these, also after a word in Latin letters.
  /(?<=(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{M}])[\u200C\u200D]/gu,
  /[\u200C\u200D](?=(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{M}])/gu,
  /(?<=\p{Script=Mongolian})[\u180B-\u180F]/gu,
  // A syllable of old Korean that has no first or no second letter.
  /\u115F\u1160?(?=[\u1161-\u11FF])|(?<=[\u1100-\u115E])\u1160/gu,
];
/** In texts of these writing systems a mark says in which direction the sign beside it reads. */
const FROM_THE_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const DIRECTION_MARK = /[\u061C\u200E\u200F]/gu;

export function checkHidden(text: string, place: string): readonly Finding[] {
  // Most texts are plain ASCII.
  const hidden = /[^\n\r\t -~]/.test(text) ? hiddenIn(text) : undefined;
  const findings: Finding[] =
    hidden === undefined
      ? []
      : [{ kind: "hidden-text", severity: hidden.severity, place, message: `It has ${hidden.name}.` }];
  return hasPushedAway(text) ? [...findings, pushedAway(place)] : findings;
}

function hiddenIn(text: string): Omit<Hidden, "pattern"> | undefined {
  const found = HIDDEN.find(({ pattern }) => pattern.test(text));
  if (found !== undefined) return found;
  const rest = NEEDED.reduce((left, needed) => left.replaceAll(needed, ""), text);
  const unneeded = FROM_THE_RIGHT.test(rest) ? rest.replaceAll(DIRECTION_MARK, "") : rest;
  return withoutHidden(unneeded) === unneeded ? undefined : INVISIBLE;
}

/** @returns the text as a person sees it, as far as characters without a form of their own are concerned */
export function withoutHidden(text: string): string {
  return text.replaceAll(IGNORABLE, "");
}

/** Detects text pushed out of view: a person sees the first lines only. Tables are padded with up to about 150 blanks. */
function hasPushedAway(text: string): boolean {
  return text.includes(" ".repeat(200)) || text.includes("\n".repeat(30));
}

function pushedAway(place: string): Finding {
  return {
    kind: "hidden-text",
    severity: "note",
    place,
    message: "It pushes text out of sight with blanks or empty lines.",
  };
}
