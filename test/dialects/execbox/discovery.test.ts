/** `codemode.search` and `codemode.describe`, as the documents of `@cloudflare/codemode` have them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute } from "../../support/client.ts";

const SNIPPET = "async (input) => (await tracker.get_issue({ issue_id: input.id })).args";

describe("codemode's discovery", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
    const code = "await scripts.save('read-ticket', { code: input, description: 'Reads one ticket of the zoo' })";
    await execute(client, { code, input: SNIPPET });
  });
  afterAll(() => client.close());

  it.each([
    {
      given: "codemode.describe('gmail')",
      like: { path: "gmail", kind: "connector", types: expect.stringContaining("gmail.send_email(") },
    },
    {
      given: "codemode.describe('docs.search_docs')",
      like: { path: expect.stringContaining("docs.search_docs"), kind: "method", description: "Search the manual" },
    },
    { given: "codemode.describe('send_email')", like: { path: "gmail.send_email", description: "Send an email" } },
    {
      given: "codemode.describe('read-ticket')",
      like: {
        path: "read-ticket",
        kind: "snippet",
        description: "Reads one ticket of the zoo",
        code: SNIPPET,
        types: `Reads one ticket of the zoo\n\n\`\`\`ts\n${SNIPPET}\n\`\`\``,
      },
    },
    { given: "codemode.describe('nothing_like_it')", like: { kind: "method", types: '"nothing_like_it" not found.' } },
    { given: "codemode.describe('gmail.nothing')", like: { types: '"gmail.nothing" not found.' } },
    { given: "codemode.describe('mcp.anything')", like: { types: expect.stringContaining("not found. mcp is ") } },
    { given: "codemode.describe({ path: 'gmail' })", like: { kind: "connector" } },
    {
      given: "(await codemode.search('ticket zoo')).find((one) => one.kind === 'snippet')",
      like: { path: "read-ticket" },
    },
    {
      given: "(await codemode.search('send an email')).results[0]",
      like: {
        path: "gmail.send_email",
        connector: "gmail",
        method: "send_email",
        kind: "method",
        description: "Send an email",
      },
    },
    {
      given:
        "codemode.search('send an email', { limit: 1 }).then(({ results, total, truncated }) => [results.length, results[0].score > 50, total > 1, truncated])",
      like: [1, true, true, true],
    },
    {
      given:
        "codemode.search('gmail.send_email', { limit: 50 }).then(({ results, total, truncated }) => [results.every(({ score }) => Number.isInteger(score)), total === results.length, truncated])",
      like: [true, true, false],
    },
    { given: "(await codemode.search({ query: 'send an email', limit: 1 }))[0]", like: { path: "gmail.send_email" } },
    { given: "codemode.run({ name: 'read-ticket', input: { id: 'T-1' } })", like: { issue_id: "T-1" } },
  ])("$given", async ({ given, like }) => {
    expect(await execute(client, { code: `async () => { return await ${given} }` })).toMatchObject({
      ok: true,
      value: like,
    });
  });

  it("tells a server that is left out from one that does not exist", async () => {
    const code = "(await codemode.describe('gmail.send_email')).types";
    expect(await execute(client, { code, options: { allowed_servers: ["docs"] } })).toMatchObject({
      value: expect.stringContaining("This run may not use gmail"),
    });
  });

  it("an object stays the arguments of a tool that has the name", async () => {
    expect(await execute(client, { code: "await codemode.search_docs({ q: 'x' })" })).toMatchObject({ ok: true });
  });
});
