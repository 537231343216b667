/** A client id that is an address is fetched; no way of naming a client leads to an address inside. */
import { describe, expect, it } from "vitest";
import { answerToOutage } from "../../src/auth/authorization-server/client-document.ts";
import { createKey } from "../support/api.ts";
import { ask } from "../support/client.ts";
import { OAuthClient } from "../support/oauth.ts";

const INSIDE = "https://10.0.0.7/client.json";

function from(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("cf-connecting-ip", "2001:db8:77::1");
  return ask(new Request(new URL(path, "http://localhost"), { ...init, headers, redirect: "manual" }));
}

describe("the sign-in page fetches nothing inside, however the client is written", () => {
  it.each([
    ["plainly", `client_id=${encodeURIComponent(INSIDE)}`],
    ["after a space", `client_id=%20${encodeURIComponent(INSIDE)}`],
    ["with a tab in the scheme", `client_id=${encodeURIComponent(INSIDE.replace("https", "ht\ttps"))}`],
    ["under a name in another spelling, in front", `client%5Fid=${encodeURIComponent(INSIDE)}&client_id=other`],
  ])("%s", async (_name, query) => {
    const response = await from(`/oauth/authorize?response_type=code&${query}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("its address is not on the public internet");
  });
});

describe("the token endpoint fetches nothing inside, however the client is named", () => {
  const payload = btoa(JSON.stringify({ iss: INSIDE, sub: INSIDE })).replaceAll("=", "");
  const assertion = `${btoa('{"alg":"ES256"}').replaceAll("=", "")}.${payload}.c2ln`;
  const type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
  it.each([
    ["in the form", {}, [["client_id", INSIDE]]],
    [
      "in the form, after an empty one",
      {},
      [
        ["client_id", ""],
        ["client_id", INSIDE],
      ],
    ],
    ["after a space", {}, [["client_id", ` ${INSIDE}`]]],
    ["by HTTP Basic", { authorization: `Basic ${btoa(`${encodeURIComponent(INSIDE)}:x`)}` }, []],
    [
      "by an assertion",
      {},
      [
        ["client_assertion", assertion],
        ["client_assertion_type", type],
      ],
    ],
  ])("%s", async (_name, headers, fields) => {
    const form = new URLSearchParams([["grant_type", "authorization_code"], ["code", "x"], ...fields]);
    const response = await from("/oauth/token", {
      method: "POST",
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      body: form.toString(),
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: "invalid_client",
      error_description: expect.stringContaining("its address is not on the public internet"),
    });
  });
});

describe("a client's document that cannot be read", () => {
  const clientId = "https://no-such-host.example.com/client.json";
  const client = new OAuthClient("http://localhost", (request) => {
    request.headers.set("cf-connecting-ip", "2001:db8:77:5::1");
    return ask(request);
  });

  it.each([
    { given: "Failed to fetch client metadata: HTTP 503", want: 503 },
    { given: "Failed to fetch client metadata: HTTP 429", want: 503 },
    { given: "Client metadata fetch timed out after 10000ms", want: 503 },
    { given: "Client metadata cannot be reached: https://client.example/ cannot be reached.", want: 503 },
    { given: "Failed to fetch client metadata: HTTP 404", want: undefined },
    { given: "Client metadata response is not valid JSON", want: undefined },
    { given: "The address https://10.0.0.7/ is not on the public internet.", want: undefined },
  ])("is answered with $want after: $given", ({ given, want }) => {
    expect(answerToOutage({ message: given })?.status).toBe(want);
  });

  it("makes the client come again, and ends nothing", async () => {
    const { key } = await createKey({ name: "person" });
    const tokens = await client.signIn(key);
    const code = { grant_type: "authorization_code", code: "x", code_verifier: "v".repeat(43) };
    for (const response of [
      await client.token({ ...code, client_id: clientId }),
      await client.refresh(clientId, tokens.refresh_token),
    ]) {
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("30");
      expect(await response.json()).toMatchObject({ error: "temporarily_unavailable" });
    }
    expect((await client.refresh(tokens.clientId, tokens.refresh_token)).status).toBe(200);
  });
});
