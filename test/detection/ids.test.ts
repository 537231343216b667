/** Ids, hashes and measured numbers, many of each form: none of them is taken for a number of a person. The seed makes them the same in every run. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { FIND_KIND } from "../../src/detection/kinds.ts";

const COUNT = 2_000;
/** A valid card number, so that only what stands around it can tell that it is none. */
const VALID = "4242424242424242";

const hash = (form: string, index: number): Buffer => createHash("sha512").update(`${form} ${index}`).digest();
const decimals = (bytes: Buffer, digits: number): string =>
  BigInt(`0x${bytes.toString("hex")}`)
    .toString()
    .slice(0, digits);

const FORMS: Readonly<Record<string, (bytes: Buffer, index: number) => string>> = {
  uuid: (bytes) => bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/s, "$1-$2-$3-$4-$5"),
  "uuid of digits": (bytes) => decimals(bytes, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/s, "$1-$2-$3-$4-$5"),
  sha1: (bytes) => bytes.toString("hex").slice(0, 40),
  sha512: (bytes) => bytes.toString("hex"),
  base64: (bytes) => `sha512-${bytes.toString("base64")}`,
  base64url: (bytes) => bytes.toString("base64url"),
  "fraction of one": (bytes) => `0.${decimals(bytes, 16)}`,
  "fraction of a number": (bytes) => `-${decimals(bytes, 3)}.${decimals(bytes, 14)}`,
  "number with an exponent": (bytes) => `${decimals(bytes, 1)}.${decimals(bytes, 15)}e+${decimals(bytes, 2)}`,
  "numbers with four decimals": (bytes) => `${decimals(bytes, 4)}.${decimals(bytes, 8).slice(4)} 4532.1234`,
  milliseconds: (bytes) => `17${decimals(bytes, 11)}`,
  microseconds: (bytes) => `17${decimals(bytes, 14)}`,
  nanoseconds: (bytes) => `17${decimals(bytes, 17)}`,
  "time of a day": (_bytes, index) => new Date(1.7e12 + index * 86_399_999).toISOString(),
  "day as digits": (_bytes, index) =>
    new Date(1.7e12 + index * 8.64e7).toISOString().replaceAll(/\D/g, "").slice(0, 14),
  snowflake: (bytes) => `1${decimals(bytes, 18)}`,
  version: (bytes) => `v${bytes[0]}.${bytes[1]}.${decimals(bytes, 8)}+build.${decimals(bytes, 12)}`,
  "range of years": (bytes) => `${1900 + (bytes[0] ?? 0)}-${1900 + (bytes[1] ?? 0)}`,
  address: (bytes) => `${[...bytes.subarray(0, 4)].join(".")}:${decimals(bytes, 4)}`,
  "hardware address": (bytes) =>
    bytes
      .toString("hex")
      .slice(0, 12)
      .replaceAll(/..(?!$)/g, "$&:"),
  "order of a shop": (bytes) =>
    `${decimals(bytes, 3)}-${decimals(bytes, 10).slice(3)}-${decimals(bytes, 17).slice(10)}`,
  "id after a word": (_bytes, index) => `${["order", "user_", "evt-", "x", "pi_", "id", "tx#"][index % 7]}${VALID}`,
  "id before a word": (_bytes, index) => `${VALID}${["a", "_1", "-v2", ".json", "e10", "-13/30", "-1"][index % 7]}`,
  "id in a sentence": (_bytes, index) =>
    `${["订单", "注文", "ส่ง", "заказ"][index % 4]}x${VALID}${["号", "の", ""][index % 3]}`,
};

it.each(Object.entries(FORMS))("takes no %s for a number of a person", (form, write) => {
  const texts = Array.from({ length: COUNT }, (_, index) => write(hash(form, index), index));
  const wrong = (["card", "phone", "iban", "email"] as const).flatMap((kind) =>
    texts.flatMap((text) =>
      FIND_KIND[kind](text).map(({ start, end }) => ({ kind, text, found: text.slice(start, end) })),
    ),
  );
  expect(wrong).toEqual([]);
});
