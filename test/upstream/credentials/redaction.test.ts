/** What an upstream repeats of its credential, in whatever spelling, becomes the name that it has in gateway.json. */
import { describe, expect, it } from "vitest";
import { Redaction } from "../../../src/upstream/credentials/redaction.ts";

const SECRET = "s3cr/et+va lue~1";
const bytes = new TextEncoder().encode(SECRET);
const SPELLED = [
  SECRET,
  encodeURIComponent(SECRET),
  encodeURIComponent(SECRET).toLowerCase(),
  new URLSearchParams([["", SECRET]]).toString().slice(1),
  JSON.stringify(SECRET).slice(1, -1).replace("/", "\\/"),
  SECRET.replaceAll(/[^a-z0-9]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
  bytes.toHex(),
  bytes.toHex().toUpperCase(),
];

describe("a credential that comes back", () => {
  const redaction = new Redaction([{ name: "${$&}", value: SECRET }]);
  redaction.addFixed({ name: "${OTHER}", value: `${SECRET} and more` });
  redaction.addToken("[access token]", "at-12345678");

  it.each(SPELLED)("as %s is named", (spelled) => {
    expect(redaction.text(`<${spelled}>`)).toBe("<${$&}>");
    expect(redaction.value({ [spelled]: [spelled, 1, null] })).toStrictEqual({ "${$&}": ["${$&}", 1, null] });
  });

  it.each([{ alphabet: "base64" }, { alphabet: "base64url" }] as const)("in $alphabet is gone", (options) => {
    for (const before of ["", "u:", "us:"]) {
      const text = new TextEncoder().encode(`${before}${SECRET}`).toBase64(options);
      const clean = redaction.text(text);
      expect(clean).toContain("${$&}");
      expect(clean.length).toBeLessThan(18);
    }
  });

  it("is the longest that it can be, and a token has its own name", () => {
    expect(redaction.text(`${SECRET} and more, at-12345678`)).toBe("${OTHER}, [access token]");
  });

  it("of a few characters is named in errors, where results are left as they are", () => {
    const short = new Redaction([{ name: "${PIN}", value: "4711x" }]);
    expect(short.text("no 4711x")).toBe("no ${PIN}");
    expect(short.value(["no 4711x"])).toStrictEqual(["no 4711x"]);
    expect(new Redaction().text("x")).toBe("x");
  });

  it("is no longer looked for when twenty others were current since", () => {
    const many = new Redaction();
    for (let n = 10; n <= 30; n += 1) many.addToken(`[${n}]`, `token-${n}`);
    expect(many.text("token-10 token-11 token-30")).toBe("token-10 [11] [30]");
  });
});
