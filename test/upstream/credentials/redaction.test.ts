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
  SECRET.replaceAll(/[^a-z0-9]/g, (one) => `&#${one.charCodeAt(0)};`),
  SECRET.replaceAll(/[^a-z0-9]/g, (one) => `&#x${one.charCodeAt(0).toString(16)};`),
  SECRET.replaceAll(/[^a-z0-9]/g, (one) => `&#X00${one.charCodeAt(0).toString(16).toUpperCase()};`),
  SECRET.replaceAll("/", "&#47;"),
  SECRET.replaceAll(/[^a-z0-9]/g, (one) => `&#${one.charCodeAt(0)}`),
  SECRET.replaceAll(/[^a-z0-9]/g, (one) => `&amp;#x${one.charCodeAt(0).toString(16)}`),
  SECRET.replace("/", "&sol;").replace("+", "&plus;"),
  SECRET.replace("+", String.raw`\u0026#43;`),
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

  it.each([
    { secret: `a"b'c<d>e&f`, echo: "a&quot;b&#39;c&lt;d&gt;e&amp;f" },
    { secret: `a"b'c<d>e&f`, echo: "a&#34;b&#x27;c<d>e&amp;f" },
    { secret: "Zm9vYmFy+/8=", echo: "Zm9vYmFy&#x2B;&#x2F;8&#x3D;" },
    { secret: "value&of&", echo: "value&amp;amp;of&amp;" },
    { secret: String.raw`back\slash`, echo: "back&#92;slash" },
    { secret: "Passwort-für", echo: "Passwort-f&uuml;r" },
  ])("as $echo of HTML is named", ({ secret, echo }) => {
    const named = new Redaction([{ name: "[KEY]", value: secret }]);
    expect(named.text(`<p>${echo}</p>`)).toBe("<p>[KEY]</p>");
    expect(named.value([echo])).toStrictEqual(["[KEY]"]);
  });

  it("as base64 in HTML is gone", () => {
    const text = btoa(`user:?>${SECRET}`).replaceAll("+", "&#43;").replaceAll("/", "&#x2F;").replaceAll("=", "&#x3D;");
    expect(redaction.text(text)).toContain("${$&}");
  });

  describe("in letters that are not ASCII", () => {
    const umlauts = new Redaction([{ name: "[KEY]", value: "Passwort-für-Übung€😀" }]);
    const sent = new TextEncoder().encode("Passwort-für-Übung€😀");
    const latin1 = String.fromCharCode(...sent);

    it.each([
      { how: "in Latin-1", echo: latin1 },
      { how: "in Windows-1252", echo: "Passwort-fÃ¼r-Ãœbungâ‚¬ðŸ˜€" },
      { how: "in Latin-1, written in ASCII", echo: latin1.replaceAll(/[^\0-~]/g, (one) => `\\u00${byteOf(one)}`) },
      { how: "in Latin-1, written in HTML", echo: latin1.replaceAll(/[^\0-~]/g, (one) => `&#x${byteOf(one)};`) },
      { how: "in Latin-1, written in a URL", echo: encodeURIComponent(latin1) },
    ])("and read $how is named", ({ echo }) => {
      expect(umlauts.text(`<${echo}>`)).toBe("<[KEY]>");
      expect(umlauts.value({ [echo]: echo })).toStrictEqual({ "[KEY]": "[KEY]" });
    });
  });

  it.each(["/", "&", "\\", "ü", "😀", "?"])("with a thousand %s is named", (character) => {
    const secret = Array.from({ length: 1_000 }, (_, at) => `${at}${character}`).join("");
    const named = new Redaction([{ name: "[KEY]", value: secret }]);
    expect(named.text(`<${secret}>`)).toMatch(/^<(?:\[KEY\])+>$/);
  });

  it("is no longer looked for when twenty others were current since", () => {
    const many = new Redaction();
    for (let n = 10; n <= 30; n += 1) many.addToken(`[${n}]`, `token-${n}`);
    expect(many.text("token-10 token-11 token-30")).toBe("token-10 [11] [30]");
  });
});

function byteOf(character: string): string {
  return character.charCodeAt(0).toString(16);
}
