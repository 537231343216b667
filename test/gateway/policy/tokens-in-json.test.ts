/** A value in place of its token stays inside of the string that had the token, and all else stays as it was written. */
import { expect, it } from "vitest";
import { replaceTokens } from "../../../src/gateway/policy/tokens-in-json.ts";
import { MAX_TEXTS_IN_TEXTS } from "../../../src/policy/data/json-in-text.ts";

const TOKEN = "[SECRET_1]";
/** It would close the string that it is in, and add fields. */
const VALUE = String.raw`x","admin":true,"y":"\ ` + "\n";

function revealed(value: unknown): unknown {
  return JSON.parse(replaceTokens(JSON.stringify(value), (token) => (token === TOKEN ? VALUE : token)));
}

/** @returns JSON in JSON, of as many levels */
function nested(text: string, levels: number): string {
  return levels === 0 ? text : JSON.stringify({ note: nested(text, levels - 1) });
}

it.each([
  { what: "a string", given: [`to ${TOKEN}`, "[SECRET_2]"], want: [`to ${VALUE}`, "[SECRET_2]"] },
  { what: "a name", given: { [TOKEN]: 1 }, want: { [VALUE]: 1 } },
  { what: "a name in JSON", given: [JSON.stringify({ [TOKEN]: 1 })], want: [JSON.stringify({ [VALUE]: 1 })] },
  { what: "a JSON string", given: [JSON.stringify(TOKEN)], want: [JSON.stringify(VALUE)] },
  {
    what: "JSON after a byte order mark",
    given: [`\uFEFF ${nested(TOKEN, 1)}\n`],
    want: [`\uFEFF ${nested(VALUE, 1)}\n`],
  },
  {
    what: "JSON Lines",
    given: [`${nested(TOKEN, 1)}\r\n\n${nested(TOKEN, 2)}\n`],
    want: [`${nested(VALUE, 1)}\r\n\n${nested(VALUE, 2)}\n`],
  },
  {
    what: "JSON with what a parser would change",
    given: [`{ "b":12345678901234567890, "1": 1.0,\n"a": "${TOKEN}", "a":"\\u0041", "__proto__": "${TOKEN}" }`],
    want: [
      `{ "b":12345678901234567890, "1": 1.0,\n"a": ${JSON.stringify(VALUE)}, "a":"\\u0041", "__proto__": ${JSON.stringify(VALUE)} }`,
    ],
  },
  {
    what: "JSON with escapes",
    given: [String.raw`{"a":"\u005bSECRET_1\u005D \u00e9","b":"\u00e9"}`],
    want: [`{"a":${JSON.stringify(`${VALUE} é`)},"b":"\\u00e9"}`],
  },
  {
    what: "JSON of many levels",
    given: [`${"[".repeat(5_000)}"${TOKEN}"${"]".repeat(5_000)}`],
    want: [`${"[".repeat(5_000)}${JSON.stringify(VALUE)}${"]".repeat(5_000)}`],
  },
  { what: "a text that only begins as JSON", given: [`{"a":"${TOKEN}"`], want: [`{"a":"${VALUE}"`] },
])("replaces a token in $what", ({ given, want }) => {
  expect(revealed(given)).toEqual(want);
});

it("replaces it at every depth that is inspected, and none below", () => {
  for (let levels = 1; levels <= MAX_TEXTS_IN_TEXTS; levels += 1) {
    expect(revealed([nested(`to ${TOKEN}`, levels)])).toEqual([nested(`to ${VALUE}`, levels)]);
  }
  const below = [nested(TOKEN, MAX_TEXTS_IN_TEXTS + 1)];
  expect(revealed(below)).toEqual(below);
});

it("leaves JSON without a token as it is written", () => {
  const json = String.raw`{ "a" : "\u0041 {\"b\": 1.0}", "n": 12345678901234567890 }`;
  expect(replaceTokens(json, () => "x")).toBe(json);
});

it.each([
  { what: "quotes", given: `${'""'.repeat(500_000)}${TOKEN}` },
  { what: "backslashes", given: `{"a":"${"\\\\".repeat(500_000)}${TOKEN}"` },
  { what: "short lines", given: `""\n`.repeat(200_000) + `"${TOKEN}x` },
])("takes little time over $what", ({ given }) => {
  const started = performance.now();
  expect(revealed(given)).toBe(given.replace(TOKEN, () => VALUE));
  expect(performance.now() - started).toBeLessThan(3_000);
});
