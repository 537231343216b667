/** Whose attempts are counted together. */
import { expect, it } from "vitest";
import { addressOf } from "../../src/auth/attempts.ts";

const from = (address: string): string =>
  addressOf(new Request("http://localhost", { headers: { "cf-connecting-ip": address } }));

it.each([
  { given: "203.0.113.7", other: "203.0.113.8", isSame: false },
  { given: "2001:db8:1:2:3:4:5:6", other: "2001:db8:1:2:ffff::1", isSame: true },
  { given: "2001:db8::1", other: "2001:DB8:0:0:9::", isSame: true },
  { given: "2001:db8:1:2::1", other: "2001:db8:1:3::1", isSame: false },
  { given: "2001:db8:1:2::1", other: "2001:db8::2:0:0:1", isSame: false },
  { given: "::ffff:203.0.113.7", other: "::ffff:203.0.113.8", isSame: false },
])("$given and $other are one: $isSame", ({ given, other, isSame }) => {
  expect(from(given) === from(other)).toBe(isSame);
});
