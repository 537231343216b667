/** Base64 from outside: what a plain text is not taken for. */
import { expect, it } from "vitest";
import { decodeBase64 } from "../../src/upstream/decode-base64.ts";

const LONG = btoa("x".repeat(200));
const wrapped = (chars: number, end: string): string =>
  LONG.replaceAll(new RegExp(`.{${chars}}`, "g"), (line) => line + end);

it.each([
  { given: "", want: "" },
  { given: "aGk=", want: "hi" },
  { given: "aGk=\n", want: "hi" },
  { given: wrapped(64, "\n"), want: "x".repeat(200) },
  { given: wrapped(76, "\r\n"), want: "x".repeat(200) },
])("$given", ({ given, want }) => {
  const bytes = decodeBase64(given);
  expect(bytes && new TextDecoder().decode(bytes)).toBe(want);
});

it.each([
  "hello world",
  "some text ok",
  "a b c d",
  "my text file",
  "note\nbob1",
  // Padding is missing, or bits are left over.
  "aGk",
  "aGl=",
  "aGk==",
  // This is base64url.
  "_-8=",
  " aGk=",
  "aGk=\t",
  `${LONG.slice(0, 64)}\n${LONG.slice(64, 128)} \n${LONG.slice(128)}`,
  wrapped(20, "\n"),
])("not base64: %j", (given) => {
  expect(decodeBase64(given)).toBeUndefined();
});
