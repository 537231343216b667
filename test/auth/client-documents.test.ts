/** A client id that is an address is fetched; no way of naming a client leads to an address inside. */
import { describe, expect, it } from "vitest";
import { ask } from "../support/client.ts";

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
