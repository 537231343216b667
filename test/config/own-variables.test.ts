/** Variables of the gateway itself that are set and have not the effect that their owner expects. */
import { expect, it } from "vitest";
import { encryptionKeyRemark, openRemark } from "../../src/config/own-variables.ts";

const BASE64 = "q83vq83vq83vq83vq83vq83vq83vq83vq83vq83vq80=";
const HEX = "0123456789abcdef".repeat(4);

it.each([undefined, "", "local"])("has nothing to say of ISOGATE_OPEN=%s", (value) => {
  expect(openRemark(value)).toBeUndefined();
});

it.each(["yes", "true", "1", "Local", "local "])("says of ISOGATE_OPEN=%j which value counts", (value) => {
  expect(openRemark(value)).toMatch(/^is not "local", the only valid value, .* write ISOGATE_OPEN=local/);
});

it.each([undefined, "", BASE64, BASE64.replace("=", ""), HEX, `${BASE64},${"x".repeat(32)}`, ` ${HEX} `])(
  "has nothing to say of the key %s",
  (value) => {
    expect(encryptionKeyRemark(value)).toBeUndefined();
  },
);

it.each([
  { given: "abc", want: /^is not used, because one of its keys has only 3 characters.* rand -base64 32\.$/ },
  { given: `${BASE64},abc`, want: /^is not used, because one of its keys has only 3 characters/ },
  { given: "x".repeat(42), want: /^is too short: 42 characters cannot hold .* a comma before it/ },
  { given: HEX.slice(0, 48), want: /^is too short: 48 characters cannot hold/ },
])("says of the key $given that it is too short", ({ given, want }) => {
  expect(encryptionKeyRemark(given)).toMatch(want);
});
