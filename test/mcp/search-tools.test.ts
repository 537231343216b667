/** `search_tools` and `tools/list` over healthy and broken upstreams. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute, searchText } from "../support/client.ts";

describe.each(["modern", "legacy"] as const)("search_tools, %s client", (era) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(era);
  });
  afterAll(() => client.close());

  it("lists two tools and names every server", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toStrictEqual(["search_tools", "execute_code"]);
    const text = tools.map(({ description }) => description).join("\n");
    for (const server of ["everything", "modern", "legacy_tools", "odd", "notes", "dead"])
      expect(text).toContain(server);
    for (const { description } of tools) expect(description?.length).toBeLessThan(2_000);
  });

  it("finds a tool from a plain request", async () => {
    const [first] = (await searchText(client, { query: "add two numbers", server: "modern" })).split("\n");
    expect(first).toMatch(/^modern\.add\(/);
    expect(first).toMatch(/\ba: ?number/);
    expect(first).toMatch(/\bsum: ?number/);
  });

  it("names a function of scripts behind the tools, if a whole request asks for it", async () => {
    const query = "list my notes, and run this script every morning";
    const line = /^\/\/ in scripts: schedule\.create\(/m;
    const text = await searchText(client, { query, limit: 1 });
    expect(text).toMatch(/^notes\.list_notes\([^]*\n\/\/ in scripts: schedule\.create\(/);
    expect(await searchText(client, { query: "save this script for later" })).toMatch(
      /^\/\/ in scripts: scripts\.save\(/m,
    );
    expect(await searchText(client, { query, server: "notes" })).not.toMatch(line);
    expect(await searchText(client, { query: "list my notes" })).not.toContain("in scripts:");
  });

  it("looks up an exact path", async () => {
    const text = await searchText(client, { query: "everything.get_sum" });
    expect(text).toMatch(/everything\.get_sum\(/);
    expect(text.match(/everything\.\w+\(/g)).toHaveLength(1);
    expect(text).not.toContain(".raw(");
  });

  it("reads a path whose words begin with capital letters, and several paths", async () => {
    expect(await searchText(client, { query: "Everything.GetSum" })).toMatch(/^everything\.get_sum\(/m);
    const both = await searchText(client, { query: "Notes.list_notes and everything:get-sum" });
    expect(both.match(/\b(?:everything|notes)\.\w+(?=\()/g)).toEqual(["notes.list_notes", "everything.get_sum"]);
  });

  it("takes the name of a server in any case", async () => {
    expect(await searchText(client, { query: "sum", server: "EveryThing" })).toContain("everything.get_sum(");
  });

  it("finds tools of every server that is up, and says nothing of others", async () => {
    const text = await searchText(client, { query: "echo" });
    expect(text).toContain("modern.echo(");
    expect(text).toContain("legacy_tools.echo(");
    expect(text).not.toMatch(/ is down| not searched/i);
  });

  it.each([
    { given: { query: "what is in the dead letter list" }, want: /dead is down: / },
    { given: { server: "dead" }, want: /dead is down: / },
    { given: { server: "dead", query: "zzyzx plugh" }, want: /^\/\/ dead is down: .*$/ },
    { given: { server: "needs_secret" }, want: /needs_secret is down: .*MISSING_SECRET/ },
    { given: { server: "filesystem" }, want: /filesystem is down: .*cannot run at the edge/ },
    { given: { server: "silent" }, want: /silent is (down|still connecting)/ },
  ])("says why a server is down to a request that concerns it: $given", async ({ given, want }) => {
    expect(await searchText(client, given)).toMatch(want);
  });

  it("says that nothing fits, and what was not searched", async () => {
    const text = await searchText(client, { query: "zzyzx plugh" });
    expect(text).toMatch(/^\/\/ (?:No tool matches|Nothing fits well)/);
    expect(text).toMatch(/Not searched: .*dead \(down\)/);
  });

  it("answers a request for several things part by part", async () => {
    const text = await searchText(client, { query: "add two numbers, then list my notes and get a tiny image" });
    for (const path of ["modern.add(", "notes.list_notes(", "everything.get_tiny_image("]) expect(text).toContain(path);
    expect(text).toMatch(/\/\/ "add two numbers": .*\.add/);
    expect(text).toMatch(/\/\/ "list my notes": .*notes\.list_notes/);
  });

  it("repeats few of the names that it lists", async () => {
    const look = () => searchText(client, { query: "add two numbers", detail: "names", limit: 50 });
    await expect.poll(look, { timeout: 10_000 }).toMatch(/^\/\/ match (?:well|only in part): /m);
    const text = await look();
    const remark = text.split("\n").find((line) => line.startsWith("// match")) ?? "";
    expect(remark.split(", ").length).toBeLessThanOrEqual((text.match(/\b\w+\.\w+\b/g)?.length ?? 0) / 3);
  });

  it("reads an odd list tool by tool, page by page", async () => {
    const text = await searchText(client, { server: "odd", detail: "names" });
    expect(text).toContain("odd.plain");
    expect(text).toContain("odd.no_root_type");
    expect(text).toContain("odd.second_page");
    expect(text).toMatch(/odd: 3 entries of its list could not be read/);
  });

  it.each([{ query: "" }, { query: "  " }, {}])("lists tools for %o, and says how to see the others", async (query) => {
    // A script knows the server by its identifier only.
    const text = await searchText(client, { ...query, server: "ODD", detail: "names", limit: 3 });
    expect(text).toMatch(
      /^\/\/ \d+ more tools; raise limit \(at most 100\); `Object\.keys\(odd\)` in a script has the names of all\.$/m,
    );
    const all = await searchText(client, { ...query, detail: "names", limit: 3 });
    expect(all).toMatch(/^\/\/ \d+ more tools; raise limit \(at most 100\) or name a server\.$/m);
  });

  it("shows what results looked like where the tool does not say", async () => {
    await execute(client, {
      code: "await everything.get_tiny_image({}); await everything.echo({ message: 'a secret' })",
    });
    const text = await searchText(client, { query: "everything.echo", detail: "signatures" });
    expect(text).toMatch(/^everything\.echo\(.*\): ?string \/\/ observed/);
    expect(text).not.toContain("a secret");
  });

  it.each([
    { given: { query: 7 }, want: /query/ },
    { given: { limit: 0 }, want: /limit/ },
    { given: { querry: "x" }, want: /querry/ },
    { given: { server: "modem" }, want: /Did you mean modern/ },
  ])("refuses $given", async ({ given, want }) => {
    const result = await client.callTool({ name: "search_tools", arguments: given });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toMatch(want);
  });
});
