/** Tokens of authorization servers are searched for in answers, so their form is bounded. */
import { describe, expect, it } from "vitest";
import { Redaction } from "../../../src/upstream/credentials/redaction.ts";
import { lifetimeOf, okState } from "../../../src/upstream/credentials/credential-state.ts";
import { checkToken } from "../../../src/upstream/credentials/token-bounds.ts";

const random = (length: number, seed = 7): string => {
  let state = seed;
  const next = (): string => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[Math.floor(state / 65_536) % 64] ?? "";
  };
  return Array.from({ length }, next).join("");
};

describe("tokens", () => {
  it.each([
    { what: "a token of 40 letters", value: random(40) },
    { what: "one of 8,192", value: random(8_192) },
    { what: "one with zeros inside", value: `${random(100)}${"A".repeat(1_000)}${random(100)}` },
    {
      what: "one with every visible character of ASCII",
      value: String.fromCharCode(...Array.from({ length: 94 }, (_, at) => at + 0x21)),
    },
    { what: "a short one of one letter", value: "x".repeat(63) },
  ])("accepts $what", ({ value }) => {
    expect(() => checkToken("an access token", value)).not.toThrow();
  });

  it.each([
    { what: "a longer one", value: random(8_193), says: "8193 characters; at most 8192" },
    { what: "one letter, repeated", value: `${"a".repeat(3_000)}b${"a".repeat(3_000)}`, says: "repetitions" },
    { what: "a word, repeated", value: `${random(100).repeat(9)}${random(50, 9)}`, says: "repetitions" },
    { what: "an empty one", value: "", says: "an access token that is empty" },
    { what: "one with a line break", value: "a\nb", says: "that is not visible ASCII" },
    { what: "one with a line break at its end", value: "ab\n", says: "that is not visible ASCII" },
    { what: "one with a blank", value: "a b", says: "that is not visible ASCII" },
    { what: "one with a letter that is not ASCII", value: "tokén", says: "that is not visible ASCII" },
  ])("refuses $what", ({ value, says }) => {
    expect(() => checkToken("an access token", value)).toThrow(says);
  });

  it("redacts secrets that are longer than a pattern may be", () => {
    const redaction = new Redaction([{ name: "[KEY]", value: random(100_000) }]);
    const text = redaction.text(`before ${random(100_000)} after`);
    expect(text).toMatch(/^before (?:\[KEY\])+ after$/);
  });

  it.each([1e20, -1e20, Number.POSITIVE_INFINITY, Number.NaN])("has a date for a lifetime of %s seconds", (seconds) => {
    expect(() => okState(lifetimeOf(seconds, 1_790_000_000_000), undefined)).not.toThrow();
    expect(() => okState({ obtainedAt: 0, expiresAt: seconds * 1_000 }, undefined)).not.toThrow();
  });
});
