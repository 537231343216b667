/** Where spans go: secrets are put in, and what is wrong is said by name and never by content. */
import { describe, expect, it } from "vitest";
import { openTelemetry } from "../../src/config/telemetry.ts";

const env = { TOKEN: "s3cret-value", HOST: "otel.example", NOT_TEXT: 7 };

it("puts secrets into address and headers", () => {
  const config = { otlp_url: "https://${HOST}/v1/traces", headers: { authorization: "Bearer ${TOKEN}" } };
  const opened = openTelemetry(config, env);
  if (!opened.ok) throw new Error(opened.error);
  expect(opened.value.url.href).toBe("https://otel.example/v1/traces");
  expect(opened.value.headers.get("authorization")).toBe("Bearer s3cret-value");
  expect(opened.value.headers.get("content-type")).toBe("application/json");
});

it("percent-encodes a secret in the path or the query", () => {
  const config = { otlp_url: "https://${HOST}/${KEY}/traces?key=${KEY}" };
  const opened = openTelemetry(config, { ...env, KEY: "a+b/c=" });
  expect(opened.ok && opened.value.url.href).toBe("https://otel.example/a+b/c=/traces?key=a%2Bb%2Fc%3D");
});

describe("refuses, without telling a secret,", () => {
  it.each([
    [
      { otlp_url: "https://x", headers: { a: "${MISSING}" } },
      /needs the secret MISSING, which is not set .*secret put MISSING/,
    ],
    [{ otlp_url: "https://x", headers: { a: "${NOT_TEXT}" } }, /needs the secret NOT_TEXT/],
    [{ otlp_url: "https://x", headers: { a: "${toString}" } }, /needs the secret toString/],
    [{ otlp_url: "${TOKEN}" }, /^telemetry\.otlp_url is not an http\(s\) address\.$/],
    [{ otlp_url: "ftp://u:s3cret-value@${HOST}" }, /not an http\(s\) address\.$/],
    [{ otlp_url: "ftp://x" }, /not an http\(s\) address\.$/],
    [{ otlp_url: "https://x", headers: { "a b": "${TOKEN}" } }, /one of a b is not a valid HTTP header/],
  ])("%j", (config, want) => {
    const opened = openTelemetry(config, env);
    expect(opened).toStrictEqual({ ok: false, error: expect.stringMatching(want) });
    expect(JSON.stringify(opened)).not.toContain("s3cret-value");
  });
});

it("says that it sends JSON, whatever the configured headers say", () => {
  const opened = openTelemetry({ otlp_url: "https://otel.example", headers: { "Content-Type": "text/plain" } }, {});
  expect(opened.ok && opened.value.headers.get("content-type")).toBe("application/json");
});
