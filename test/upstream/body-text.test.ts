/** Bytes of HTTP bodies as text: what scripts get, and what rules about data search. */
import { expect, it } from "vitest";
import { bodyBytes, exactText, readableText, searchedSize, searchedTexts } from "../../src/upstream/body-text.ts";

const ANN = "ann@example.com";
const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const spread = (text: string, before: number, after: number): Uint8Array =>
  Uint8Array.from(
    Array.from(text).flatMap((character) => [
      ...Array(before).fill(0),
      character.charCodeAt(0),
      ...Array(after).fill(0),
    ]),
  );

it.each([
  { given: "latin-1", bytes: ascii(`Jos\u00e9 ${ANN}`) },
  { given: "latin-1 before the value", bytes: ascii(`\u00e9${ANN}\u00c3`) },
  { given: "NULs beside the value", bytes: ascii(`\u00e9\0${ANN}\0`) },
  { given: "UTF-16LE", bytes: spread(ANN, 0, 1) },
  { given: "UTF-16BE", bytes: spread(ANN, 1, 0) },
  { given: "UTF-16LE at an odd place", bytes: Uint8Array.from([0xff, ...spread(` ${ANN}`, 0, 1)]) },
  { given: "UTF-32LE", bytes: spread(ANN, 0, 3) },
  { given: "bytes of a file", bytes: Uint8Array.from([0x50, 0x4b, 3, 4, 0xff, 0xfe, ...ascii(` ${ANN} `), 0x80]) },
])("$given is searched as a text with its ASCII", ({ bytes }) => {
  const body = bodyBytes(bytes, "application/octet-stream", undefined);
  expect(body && [...searchedTexts(body)].some((text) => new RegExp(`(?<![a-z])${ANN}(?![a-z])`).test(text))).toBe(
    true,
  );
});

it("of pictures and archives the printable runs are searched, because letters meet by chance in them", () => {
  let state = 7;
  const bytes = Uint8Array.from(
    { length: 300_000 },
    () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 24,
  );
  bytes.set(ascii("a@b.cd"), 1_000);
  bytes.set(ascii(` ${ANN} `), 2_000);
  const [text = "", ...others] = searchedTexts({ bytes, contentType: "image/jpeg" });
  expect(others).toStrictEqual([]);
  expect(text.split("\n").filter((run) => run.includes("@"))).toStrictEqual([expect.stringContaining(ANN)]);
  expect(searchedSize({ bytes, contentType: "image/jpeg" })).toBe(0);
  // Where a text is declared, its marks are those of another charset.
  expect(searchedSize({ bytes, contentType: "text/html" })).toBe(bytes.length);
});

it("the charset of the content type counts", () => {
  const contentType = "text/x; charset=ISO-8859-1";
  expect([...searchedTexts({ bytes: ascii("Stra\u00dfe"), contentType })]).toContain("Straße");
  expect(exactText(ascii("Jos\u00e9"), "text/csv; charset=windows-1252")).toBe("José");
  expect(exactText(ascii("Jos\u00e9"), "text/csv")).toBeUndefined();
  expect(exactText(ascii("Jos\u00e9"), "text/csv; charset=of-nobody")).toBeUndefined();
});

it("a text without NULs has nothing else to be searched", () => {
  const bytes = ascii("a,b");
  expect(bodyBytes(bytes, "text/csv", "a,b")).toBeUndefined();
  expect(bodyBytes(ascii("a\0b"), "text/csv", "a\0b")).toStrictEqual({ bytes: ascii("a\0b"), contentType: "text/csv" });
});

it("words have no NULs", () => {
  expect(readableText(spread(ANN, 0, 1), "text/plain")).toBe(ANN);
  expect(readableText(spread(ANN, 0, 1), "text/plain; charset=utf-16le")).toBe(ANN);
  expect(readableText(ascii("Jos\u00e9"), "text/plain")).toBe("Jos\ufffd");
});

const LITTLE = spread(ANN, 0, 1);
const BIG = spread(ANN, 1, 0);

it.each([
  { given: "UTF-16BE", bytes: Uint8Array.from([0xfe, 0xff, ...BIG]), contentType: "text/plain; charset=utf-16" },
  { given: "UTF-16LE", bytes: Uint8Array.from([0xff, 0xfe, ...LITTLE]), contentType: "text/plain; charset=utf-16be" },
  { given: "UTF-16LE", bytes: Uint8Array.from([0xff, 0xfe, ...LITTLE]), contentType: "application/json" },
  {
    given: "UTF-8",
    bytes: Uint8Array.from([0xef, 0xbb, 0xbf, ...ascii(ANN)]),
    contentType: "text/csv; charset=utf-16",
  },
])("a byte order mark decides before the content type: $given as $contentType", ({ bytes, contentType }) => {
  expect(exactText(bytes, contentType)).toBe(ANN);
  expect(readableText(bytes, contentType)).toBe(ANN);
  expect(bodyBytes(bytes, contentType, ANN)).toBeUndefined();
});

it.each([
  { contentType: "text/plain; charset=utf-16", bytes: BIG, isSearched: true },
  { contentType: "text/plain; charset=utf-16le", bytes: BIG, isSearched: true },
  { contentType: "text/plain; charset=utf-16be", bytes: LITTLE, isSearched: true },
  { contentType: "text/plain; charset=utf-16", bytes: LITTLE, isSearched: false },
  { contentType: "text/plain; charset=utf-16be", bytes: BIG, isSearched: false },
])("UTF-16 that may have the other order of bytes is searched: $contentType, $isSearched", (given) => {
  const { contentType, bytes, isSearched } = given;
  const searched = bodyBytes(bytes, contentType, exactText(bytes, contentType));
  expect(searched !== undefined && [...searchedTexts(searched)].includes(ANN)).toBe(isSearched);
});

it.each([
  { head: "p", text: "4111111111111111" },
  { head: "l", text: "+14155552671" },
  { head: "v", text: "DE89370400440532013000" },
])("the letter $head before $text may be its length in a type that is no text", ({ head, text }) => {
  const bytes = ascii(`\u00a1dfield${head}${text}`);
  const isAlone = (contentType: string) =>
    [...searchedTexts({ bytes, contentType })].some((one) => one.endsWith(` ${text}`));
  expect(isAlone("application/cbor")).toBe(true);
  expect(isAlone("text/plain; charset=iso-8859-1")).toBe(false);
});
