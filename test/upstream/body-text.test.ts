/** Bytes of HTTP bodies as text: what scripts get, and what rules about data search. */
import { expect, it } from "vitest";
import { bodyBytes, exactText, readableText, searchedTexts } from "../../src/upstream/body-text.ts";

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
  expect(body && searchedTexts(body).some((text) => new RegExp(`(?<![a-z])${ANN}(?![a-z])`).test(text))).toBe(true);
});

it("the charset of the content type counts", () => {
  const [first] = searchedTexts({ base64: ascii("Stra\u00dfe").toBase64(), contentType: "text/x; charset=ISO-8859-1" });
  expect(first).toBe("Straße");
  expect(exactText(ascii("Jos\u00e9"), "text/csv; charset=windows-1252")).toBe("José");
  expect(exactText(ascii("Jos\u00e9"), "text/csv")).toBeUndefined();
  expect(exactText(ascii("Jos\u00e9"), "text/csv; charset=of-nobody")).toBeUndefined();
});

it("a text without NULs has nothing else to be searched", () => {
  const bytes = ascii("a,b");
  expect(bodyBytes(bytes, "text/csv", "a,b")).toBeUndefined();
  expect(bodyBytes(ascii("a\0b"), "text/csv", "a\0b")).toStrictEqual({ base64: "YQBi", contentType: "text/csv" });
});

it("words have no NULs", () => {
  expect(readableText(spread(ANN, 0, 1), "text/plain")).toBe(ANN);
  expect(readableText(spread(ANN, 0, 1), "text/plain; charset=utf-16le")).toBe(ANN);
  expect(readableText(ascii("Jos\u00e9"), "text/plain")).toBe("Jos\ufffd");
});
