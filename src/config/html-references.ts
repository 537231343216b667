/**
 * Builds a pattern for the HTML character references of one character: by its code (`&#61;`, `&#x3D;`, with leading zeros) or by its name
 * (`&quot;`). Browsers also accept a code without its semicolon. The names are those that encoders write: all names of ASCII and of Latin-1.
 */

/** Longer runs of leading zeros are written by no encoder. */
const MAX_LEADING_ZEROS = 7;
const ZEROS = `0{0,${MAX_LEADING_ZEROS}}`;

const NAMES: Readonly<Record<string, string>> = {
  "\t": "Tab",
  "\n": "NewLine",
  "!": "excl",
  '"': "quot|QUOT",
  "#": "num",
  $: "dollar",
  "%": "percnt",
  "&": "amp|AMP",
  "'": "apos",
  "(": "lpar",
  ")": "rpar",
  "*": "ast",
  "+": "plus",
  ",": "comma",
  ".": "period",
  "/": "sol",
  ":": "colon",
  ";": "semi",
  "<": "lt|LT",
  "=": "equals",
  ">": "gt|GT",
  "?": "quest",
  "@": "commat",
  "[": "lbrack|lsqb",
  "\\": "bsol",
  "]": "rbrack|rsqb",
  "^": "Hat",
  _: "lowbar",
  "`": "grave",
  "{": "lbrace|lcub",
  "|": "vert|verbar",
  "}": "rbrace|rcub",
};

/** The names of U+00A0 to U+00FF in their order, as in HTML 4. */
const LATIN_1 = `
  nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr
  deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest
  Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml
  ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
  agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml
  eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
`
  .trim()
  .split(/\s+/);

/**
 * Makes a pattern for the references to one character, also where the `&` is escaped by HTML once more (`&amp;#61;`) or by JSON. The
 * backslashes before `u0026` are left to the caller.
 */
export function htmlReferenceOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16).replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const name = NAMES[character] ?? LATIN_1[code - 0xa0];
  const codes = `#${ZEROS}${code}|#[xX]${ZEROS}${hex}`;
  return `(?:&|u0026)(?:amp;)?(?:(?:${codes});?${name === undefined ? "" : `|(?:${name});`})`;
}
