/** Texts that are too long for a message are cut, and never inside of a character. */
import { expect, it } from "vitest";
import { quote, shorten } from "../../src/lib/shorten.ts";

it("leaves a text of the maximum alone, and cuts one that is longer", () => {
  expect(shorten("abcd", 4)).toBe("abcd");
  expect(shorten("abcde", 4)).toBe("abcd…");
});

it("leaves no half of a character that has two parts", () => {
  expect(shorten("abc😀d", 4)).toBe("abc\u{FFFD}…");
});

it("cuts before it quotes, so that escapes stay whole", () => {
  expect(quote(`${"\n".repeat(4)}x`, 4)).toBe(String.raw`"\n\n\n\n…"`);
  expect(quote("a".repeat(101))).toBe(`"${"a".repeat(100)}…"`);
});
