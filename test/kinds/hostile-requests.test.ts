/** What a script makes of an API's parameters, and what an API makes of its answers, when either is an enemy. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { upstreamListSchema } from "../../src/contract/upstreams.ts";
import { api as ask } from "../support/api.ts";
import { connect, execute } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

async function run(code: string): Promise<unknown> {
  const answer = await execute(client, { code });
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer.value;
}

const failureOf = (call: string): Promise<unknown> =>
  run(`try { await ${call} } catch (e) { ({ code: e.code, message: e.message }) }`);

describe("arguments that are far longer as a request", () => {
  const nested = `
    const names = "k".repeat(2_000);
    let deep = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => ["v" + index, 1]));
    for (let level = 0; level < 150; level += 1) deep = { [names]: deep };`;

  it.each(["echo.query_styles({ deep })", "echo.form({ deep })"])("are refused: %s", async (call) => {
    const code = `${nested} try { await ${call} } catch (e) { ({ code: e.code, message: e.message }) }`;
    expect(await run(code)).toMatchObject({
      message: expect.stringMatching(/exceeds the maximum of a request: .*Nothing was sent/),
    });
    expect(await run("await echo.form({ deep: { k: 'v' } })")).toMatchObject({ body: "deep%5Bk%5D=v" });
  });

  it("are refused in several parts", async () => {
    expect(await failureOf("repeating.parts({ tags: Array(200_000).fill(1) })")).toMatchObject({
      message: expect.stringMatching(/exceeds the maximum of a request: .*Nothing was sent/),
    });
  });
});

describe("a text that a request cannot hold", () => {
  it.each([
    "worded.say({ part: 'a\\ud800b' })",
    "worded.say({ part: 'a', word: 'a\\ud800b' })",
    "worded.say({ part: 'a', word: { 'a\\ud800b': 1 } })",
    "worded.say({ part: 'a', 'X-Word': 'a\\ud800b' })",
    "worded.say({ part: 'a', 'X-Word': 'a\\nb' })",
    "echo.form({ name: 'a\\ud800b' })",
    "echo.upload({ title: 'a\\ud800b' })",
    "echo.plain_text({ body: 'a\\ud800b' })",
  ])("is not sent as another one: %s", async (call) => {
    expect(await failureOf(call)).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringContaining("Nothing was sent"),
    });
  });
});

describe("cookies", () => {
  it("of a call do not take the place of the credentials' cookies", async () => {
    expect(await run("(await repeating.cookies({ session: 'mine', theme: 'dark' })).headers.cookie")).toBe(
      "theme=dark; session=${TEST_TOKEN}",
    );
  });

  it("of a call are one cookie each", async () => {
    expect(await run("(await repeating.cookies({ theme: 'dark; session=mine' })).headers.cookie")).toBe(
      "theme=dark%3B%20session%3Dmine; session=${TEST_TOKEN}",
    );
  });
});

describe("a credential that comes back", () => {
  // Messages are cut at 500 characters: the secret begins before and ends after that.
  it.each([489, 492, 495])("behind %i characters of a failure is not even there in part", async (chars) => {
    const { message } = (await failureOf(`repeating.repeats({ chars: "${chars}" })`)) as { message: string };
    expect(message).toContain("x".repeat(400));
    expect(message).not.toContain("t0");
  });

  it.each(["refused", "hidden_path"])("in the way of %s's description is not in its state", async (name) => {
    const { upstreams } = upstreamListSchema.parse(await (await ask("/upstreams")).json());
    const found = upstreams.find((one) => one.name === name);
    expect(found?.status).toBe("down");
    expect(JSON.stringify(found)).not.toContain("t0ken");
    expect(JSON.stringify(found)).not.toContain("t0k");
  });
});
