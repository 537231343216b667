/** Secrets in addresses of gateway.json: encoded where they are a part of the user, the path or the query, and as they are elsewhere. */
import { describe, expect, it } from "vitest";
import { substituteInAddress } from "../../src/config/address-secrets.ts";

const env = {
  TOKEN: "a+b/c=d&e#f g%h?ü",
  ENCODED: "a%2Bb%2fc~d",
  ENCODED_PATH: "a%20b/c:d@e!$&'()*+,;=",
  PUNCTUATION: "a:b@c!d$e&f'g(h)i*j+k,l;m=n/o[p]q\\r",
  OTHER_HOST: "p@other.example/#",
  LATIN: "%FCber",
  HALF: "50%",
  BASE: "https://api.example/v1",
  WITH_QUERY: "https://api.example/mcp?tenant=a%20b",
  SCHEME: "https",
  HOST: "api.example:8443",
  QUERY: "tenant=a&k=b+c",
  NAME: "k&v",
};
const TOKEN = "a%2Bb%2Fc%3Dd%26e%23f%20g%25h%3F%C3%BC";
const IN_PATH = "a+b/c=d&e%23f%20g%25h%3F%C3%BC";

describe("a secret in an address", () => {
  it.each([
    { given: "https://h/mcp?k=${TOKEN}", want: `https://h/mcp?k=${TOKEN}` },
    { given: "https://h/mcp?a=1&k=x-${TOKEN}&b=2", want: `https://h/mcp?a=1&k=x-${TOKEN}&b=2` },
    { given: "https://h/s/${TOKEN}/mcp", want: `https://h/s/${IN_PATH}/mcp` },
    { given: "https://h/${TOKEN}", want: `https://h/${IN_PATH}` },
    { given: "https://h?k=${TOKEN}", want: `https://h?k=${TOKEN}` },
    { given: "https://h/?${NAME}=${TOKEN}", want: `https://h/?k%26v=${TOKEN}` },
    { given: "${BASE}/mcp?k=${TOKEN}", want: `https://api.example/v1/mcp?k=${TOKEN}` },
    { given: "${WITH_QUERY}&k=${TOKEN}", want: `https://api.example/mcp?tenant=a%20b&k=${TOKEN}` },
    { given: "${SCHEME}://${HOST}/${TOKEN}", want: `https://api.example:8443/${IN_PATH}` },
    { given: "https://h/?k=${HALF}", want: "https://h/?k=50%25" },
    { given: "https://h/${PUNCTUATION}", want: "https://h/a:b@c!d$e&f'g(h)i*j+k,l;m=n/o%5Bp%5Dq%5Cr" },
    { given: "https://h/v=1&a/${TOKEN}", want: `https://h/v=1&a/${IN_PATH}` },
    { given: "https://h/v=${TOKEN}", want: `https://h/v=${IN_PATH}` },
    { given: "https://h/v&${TOKEN}", want: `https://h/v&${IN_PATH}` },
    { given: "${SCHEME}://${HOST}/v=${TOKEN}", want: `https://api.example:8443/v=${IN_PATH}` },
    { given: "https://h/#${TOKEN}", want: `https://h/#${TOKEN}` },
    { given: "https://h/?${QUERY}${TOKEN}", want: `https://h/?tenant=a&k=b+c${TOKEN}` },
    { given: "https://h/?v=1&${QUERY}${TOKEN}", want: `https://h/?v=1&tenant=a&k=b+c${TOKEN}` },
    { given: "https://h/?k=${ENCODED_PATH}", want: "https://h/?k=a%2520b%2Fc%3Ad%40e!%24%26'()*%2B%2C%3B%3D" },
    { given: "https://u:${OTHER_HOST}@h/mcp", want: "https://u:p%40other.example%2F%23@h/mcp" },
    { given: "https://${NAME}:${OTHER_HOST}@h", want: "https://k%26v:p%40other.example%2F%23@h" },
    { given: "${SCHEME}://${TOKEN}@${HOST}/mcp", want: `https://${TOKEN}@api.example:8443/mcp` },
  ])("$given is percent-encoded", ({ given, want }) => {
    expect(substituteInAddress(given, env)).toMatchObject({ ok: true, text: want });
  });

  it.each([
    { given: "${BASE}", want: "https://api.example/v1" },
    { given: "${WITH_QUERY}", want: "https://api.example/mcp?tenant=a%20b" },
    { given: "${BASE}/mcp", want: "https://api.example/v1/mcp" },
    { given: "https://${HOST}/mcp", want: "https://api.example:8443/mcp" },
    { given: "${SCHEME}://${HOST}/mcp", want: "https://api.example:8443/mcp" },
    { given: "https://h/mcp?${QUERY}", want: "https://h/mcp?tenant=a&k=b+c" },
    { given: "https://h/mcp?v=1&${QUERY}", want: "https://h/mcp?v=1&tenant=a&k=b+c" },
    { given: "https://h/mcp?k=${ENCODED}", want: "https://h/mcp?k=a%2Bb%2fc~d" },
    { given: "https://h/${ENCODED}/${LATIN}", want: "https://h/a%2Bb%2fc~d/%FCber" },
    { given: "https://h/${ENCODED_PATH}", want: "https://h/a%20b/c:d@e!$&'()*+,;=" },
    { given: "https://${HOST}/a@b", want: "https://api.example:8443/a@b" },
    { given: "${WITH_QUERY}&${QUERY}", want: "https://api.example/mcp?tenant=a%20b&tenant=a&k=b+c" },
  ])("$given is taken as it is", ({ given, want }) => {
    expect(substituteInAddress(given, env)).toMatchObject({ ok: true, text: want });
  });

  it("that the operator has encoded is kept out of answers decoded, too", () => {
    const name = "${ENCODED}";
    expect(substituteInAddress("https://h/?k=${ENCODED}&l=${LATIN}", env)).toMatchObject({
      secrets: [
        { name, value: env.ENCODED },
        { name, value: "a+b/c~d" },
        { name: "${LATIN}", value: env.LATIN },
      ],
    });
    expect(substituteInAddress("https://h/${ENCODED_PATH}", env)).toMatchObject({
      secrets: [{ value: env.ENCODED_PATH }, { value: "a b/c:d@e!$&'()*+,;=" }],
    });
  });

  it("that is not set is named", () => {
    expect(substituteInAddress("https://h/?k=${ABSENT}", env)).toStrictEqual({ ok: false, missing: "ABSENT" });
  });
});
