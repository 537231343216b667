/** A script that is certain to go wrong ends before its first side effect, with the place and what would have been right. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { upstreams } from "../support/upstreams.ts";
import type { Client } from "@modelcontextprotocol/client";
import type { UpstreamStats } from "../fixtures/upstreams/stats.ts";
import { connect, execute, searchText } from "../support/client.ts";

const { modern } = upstreams;

describe("pre-flight", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
    await searchText(client, { query: "echo" });
  });
  afterAll(() => client.close());
  beforeEach(() => fetch(`${modern}/reset`));

  it.each([
    {
      given: `let r; try { r = await modern.ecko({ text: "a" }) } catch { r = await modern.echo({ text: "b" }) } r`,
      want: "b",
    },
    {
      given: `let r; try { r = await modern.ecko({ text: "a" }) } catch (error) {
        if (error.code !== "TOOL_NOT_FOUND") throw error; r = await modern.echo({ text: "b" }) } r`,
      want: "b",
    },
    { given: `"ecko" in modern ? await modern.ecko({ text: "a" }) : await modern.echo({ text: "b" })`, want: "b" },
    { given: `if (!("ecko" in modern) || input.x) "none"; else await modern.ecko({})`, want: "none" },
    { given: `("ecko" in modern && (await modern.ecko({}))) || "none"`, want: "none" },
    { given: `if (Object.keys(modern).includes("ecko")) await modern.ecko({}); else "none"`, want: "none" },
    { given: `Object.hasOwn(modern, "ecko") ? await modern.ecko({}) : "none"`, want: "none" },
    { given: `!Reflect.has(modern, "ecko") ? "none" : await modern.ecko({})`, want: "none" },
    { given: `await modern.ecko({}).catch(({ code }) => code)`, want: "TOOL_NOT_FOUND" },
    { given: `await modern.ecko({}).then(() => 1, ({ code }) => code)`, want: "TOOL_NOT_FOUND" },
    { given: `await modern.echo({ txt: "a" }).catch(({ code }) => code)`, want: "INVALID_ARGS" },
    {
      given: `(await Promise.allSettled([modern.ecko({}), modern.echo({ text: "b" })])).map((one) => one.status)`,
      want: ["rejected", "fulfilled"],
    },
  ])("leaves a call alone whose failure the script handles: $given", async ({ given, want }) => {
    expect(await execute(client, { code: given, input: {} })).toMatchObject({ ok: true, value: want });
  });

  it.each([
    `try { await modern.echo({ text: "a" }); await modern.ecko({}) } catch (error) { console.log(error.message) }`,
    `try { await modern.ecko({}) } catch { await sleep(1) }`,
    `try { await modern.ecko({}) } catch (error) { await modern.echo({ text: "failed" }); throw error }`,
    `try { await modern.echo({ text: "a" }); await modern.ecko({}) } catch (error) { await notes.list_notes({}) }`,
    `(async () => { await modern.echo({ text: "a" }); await modern.ecko({}) })().catch((error) => console.log(error.message))`,
    `"x" in input ? 1 : await modern.ecko({})`,
    `if ("echo" in notes) await modern.ecko({})`,
    `await Promise.all([modern.echo({ text: "a" }), modern.ecko({})])`,
    `if (input.x) await modern.ecko({})`,
    `(await modern.ecko?.({})) ?? "none"`,
    `typeof modern.ecko === "function" ? await modern.ecko({}) : "none"`,
  ])("refuses a script that only reports the failure: %s", async (code) => {
    const ended = await execute(client, { code, input: {} });
    expect(ended).toMatchObject({ ok: false, error: { code: "TOOL_NOT_FOUND" } });
    const stats = (await (await fetch(`${modern}/stats`)).json()) as UpstreamStats;
    expect(stats.methods).not.toContain("tools/call");
  });

  it.each([
    {
      given: "await modern.echo({ text: 'a' })\nawait modern.ecko({ text: 'b' })",
      want: {
        code: "TOOL_NOT_FOUND",
        line: 2,
        column: 7,
        message: expect.stringMatching(/Did you mean modern\.echo\(/),
      },
    },
    {
      given: "await modern.echo({ text: 'a' })\n\nif (input.x) await modern.add({ a: 1 })",
      want: {
        code: "INVALID_ARGS",
        line: 3,
        column: 20,
        message: expect.stringMatching(/args\.b is missing.*modern\.add\(/),
      },
    },
    {
      given: "await modern.echo({ text: 'a' })\nawait modern.echo({ text: 'b',\n  txt: 'c' })",
      want: {
        code: "INVALID_ARGS",
        line: 3,
        column: 3,
        message: expect.stringMatching(/args\.txt.*Did you mean text/),
      },
    },
    {
      given: "await modern.echo()",
      want: { code: "INVALID_ARGS", message: expect.stringContaining("args.text is missing") },
    },
    { given: "await modern.echo.raw({})", want: { code: "INVALID_ARGS" } },
    // The key of a pattern is no name that the script declares; nor is what a default stands for.
    { given: "const { modern: all } = await modern.echo({ txt: 'c' }); all", want: { code: "INVALID_ARGS" } },
    { given: "for (const { modern: one } of [await modern.echo({ txt: 'c' })]) one", want: { code: "INVALID_ARGS" } },
    { given: "const [{ modern: [one] }] = [await modern.echo({ txt: 'c' })]; one", want: { code: "INVALID_ARGS" } },
    { given: "(({ modern: one }) => one)(await modern.echo({ txt: 'c' }))", want: { code: "INVALID_ARGS" } },
    { given: "const { a = modern } = {}; await modern.echo({ txt: 'c' })", want: { code: "INVALID_ARGS" } },
    {
      given: "try { throw {} } catch ({ modern: one }) { one } await modern.echo({ txt: 'c' })",
      want: { code: "INVALID_ARGS" },
    },
    {
      given: "await modern.call('echo', { text: 'a' })",
      want: {
        code: "TOOL_NOT_FOUND",
        message: expect.stringMatching(
          /^modern has no tool "call"\. Write await modern\.echo\(\{ … \}\)\. Signature: modern\.echo\(/,
        ),
      },
    },
    {
      given: "await modern.invoke(input.tool, { text: 'a' })",
      want: { code: "TOOL_NOT_FOUND", message: expect.stringMatching(/^modern has no tool "invoke"\./), line: 1 },
    },
    // What the text of the script does not show, the check of the call finds.
    ...[
      "const args = { text: 'a', txt: 'b' }; await modern.echo(args)",
      "const { text: txt } = { text: 1 }; await modern.echo({ text: 'a', txt })",
      "const more = { txt: 'b' }; await modern.echo.raw({ text: 'a', ...more })",
      "const key = 'txt'; await modern['ec' + 'ho']({ text: 'a', [key]: 'b' })",
    ].map((given) => ({
      given,
      want: {
        code: "INVALID_ARGS",
        message: expect.stringMatching(
          /modern\.echo: args\.txt is not.*Did you mean text\?.*Signature: modern\.echo\(/,
        ),
      },
    })),
    { given: "await modern['ecko']({ text: '' })", want: { code: "TOOL_NOT_FOUND" } },
    {
      given: "await modern.echo({ text: 'a' })\nconst n: number = 1\nawait modern.ecko({})",
      want: { code: "TOOL_NOT_FOUND", line: 3, column: 7 },
    },
  ])("$given", async ({ given, want }) => {
    expect(await execute(client, { code: given })).toMatchObject({ ok: false, error: want });
    const stats = (await (await fetch(`${modern}/stats`)).json()) as UpstreamStats;
    expect(stats.methods.filter((method) => method === "tools/call")).toStrictEqual([]);
  });

  it.each([
    "const modern = { ecko: () => 1 }; modern.ecko()",
    "[{ ecko: () => 1 }].map((modern) => modern.ecko())[0]",
    "const args = { text: '1' }; Number(await modern.echo(args))",
    "const more = { text: '1' }; Number(await modern.echo({ ...more }))",
    "const key = 'text'; Number(await modern.echo({ [key]: '1' }))",
    "typeof modern.ecko === 'function' ? 1 : 0",
    "(await call_tool('modern', 'ecko', {})).ok ? 0 : 1",
    "try { await dead.anything({}) } catch { 1 }",
  ])("leaves %s to the run", async (code) => {
    expect(await execute(client, { code })).toMatchObject({ ok: true, value: 1 });
  });
});
