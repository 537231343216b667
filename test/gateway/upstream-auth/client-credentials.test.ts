/** The gateway signs in as itself: one token for all calls, asked for once, renewed when it has to be, stored sealed. */
import { beforeEach, expect, it } from "vitest";
import { upstreams } from "../../support/upstreams.ts";
import { Realm } from "../../support/realm.ts";
import { TestPrincipal } from "./principal.ts";

const realm = new Realm(upstreams.protectedOne, upstreams.robotRealm);
const MACHINE = { ok: true, value: '"machine"' };

beforeEach(() => realm.reset());

async function tokenRequests(): Promise<readonly string[]> {
  return (await realm.stats()).tokenRequests;
}

it("twenty calls at once ask for one token", async () => {
  const principal = new TestPrincipal("robot");
  const replies = await Promise.all(Array.from({ length: 20 }, () => principal.call("whoami")));
  expect([...new Set(replies.map((reply) => JSON.stringify(reply)))]).toStrictEqual([JSON.stringify(MACHINE)]);
  expect(await tokenRequests()).toStrictEqual(["client_credentials"]);
});

it("needs neither an authorization endpoint nor response types in the metadata", async () => {
  await realm.control({ metadata: { authorization_endpoint: null, response_types_supported: null } });
  expect(await new TestPrincipal("robot").call("whoami")).toStrictEqual(MACHINE);
});

it("a crash asks for none", async () => {
  const principal = new TestPrincipal("robot");
  await principal.call("whoami");
  await principal.restart();
  expect(await principal.call("whoami")).toStrictEqual(MACHINE);
  expect(await tokenRequests()).toStrictEqual(["client_credentials"]);
});

it("nothing is stored in clear", async () => {
  const principal = new TestPrincipal("robot");
  await principal.call("whoami");
  expect(await principal.stored()).toContain("of_machine");
  expect(await principal.stored()).not.toMatch(/at-machine|by-hand-secret/);
});

it("a token that is refused is renewed once for twenty calls at once", async () => {
  const principal = new TestPrincipal("robot");
  await principal.call("whoami");
  await realm.revokeAll();
  const replies = await Promise.all(Array.from({ length: 20 }, () => principal.call("whoami")));
  expect(replies.filter(({ ok }) => ok)).toHaveLength(20);
  expect(await tokenRequests()).toStrictEqual(["client_credentials", "client_credentials"]);
});

it("a token that is due is renewed ahead", async () => {
  await realm.control({ expiresIn: 0, checksExpiry: false });
  const principal = new TestPrincipal("robot");
  await principal.call("whoami");
  const before = (await tokenRequests()).length;
  await realm.control({ expiresIn: 3_600 });
  await principal.call("whoami");
  await principal.call("whoami");
  expect(await tokenRequests()).toHaveLength(before + 1);
  expect((await realm.stats()).refused).toBe(0);
});

it("a refusal says why, without the secret that the server repeats", async () => {
  await realm.control({ tokenFailure: { status: 401, error: "invalid_client" } });
  const reply = await new TestPrincipal("robot").call("whoami");
  expect(reply).toMatchObject({
    error: {
      code: "UPSTREAM_AUTH_REQUIRED",
      message: expect.stringMatching(
        /^robot gives the gateway no token\. The authorization server answered invalid_client/,
      ),
    },
  });
  expect(JSON.stringify(reply)).not.toContain("by-hand-secret");
});

it("a scope that the token lacks is named, with what to change", async () => {
  expect(await new TestPrincipal("robot").call("write")).toMatchObject({
    error: {
      code: "UPSTREAM_AUTH_REQUIRED",
      message: 'robot wants the scope "write" for this; add it to mcpServers.robot.auth.scope in gateway.json.',
    },
  });
});

it("a token that is refused although it is new is not asked for without end", async () => {
  await realm.control({ refusesAll: true });
  expect(await new TestPrincipal("robot").call("whoami")).toMatchObject({
    error: { message: expect.stringContaining("refuses a token that was just issued") },
  });
  expect(await tokenRequests()).toStrictEqual(["client_credentials", "client_credentials"]);
});
