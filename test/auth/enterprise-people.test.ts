/** Which addresses an entry of `people`, `allow` or `admins` is about. */
import { expect, it } from "vitest";
import { isAddressOf } from "../../src/auth/identity/account.ts";

it.each([
  { text: "kate@example.com", wanted: "kate@example.com", want: true },
  { text: "Kate@EXAMPLE.com", wanted: "kate@example.com", want: true },
  { text: "kate@example.com", wanted: "@Example.com", want: true },
  { text: "kate@other.com", wanted: "@example.com", want: false },
  // The Kelvin sign is a `k` in small letters, and a long s an `S` in capitals.
  { text: "\u212Aate@example.com", wanted: "kate@example.com", want: false },
  { text: "a@ban\u212A.com", wanted: "@bank.com", want: false },
  { text: "bo\u017F@example.com", wanted: "boS@example.com", want: false },
  { text: "a@evil.com@example.com", wanted: "@example.com", want: false },
])("$text is of $wanted: $want", ({ text, wanted, want }) => {
  expect(isAddressOf(text, wanted)).toBe(want);
});
