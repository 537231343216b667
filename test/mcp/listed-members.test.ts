/** `Object.keys(server)`: a script lists the tools it may use, and nothing that is kept from it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { createKey } from "../support/api.ts";
import { connect, execute } from "../support/client.ts";

const ALL = "(await tools.list('modern')).toSorted().join()";

describe("members of servers and of scripts", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect("modern");
    await execute(client, { code: "await scripts.save('listed_one', { code: '1' })" });
  });
  afterAll(() => client.close());

  it.each([
    `Object.keys(modern).toSorted().join() === ${ALL}`,
    `Object.getOwnPropertyNames(modern).toSorted().join() === ${ALL}`,
    `const names = []; for (const name in modern) names.push(name); names.toSorted().join() === ${ALL}`,
    `Object.keys({ ...modern }).toSorted().join() === ${ALL}`,
    `const { echo, ...others } = modern; !("echo" in others) && "add" in others`,
    `const lister = (server) => Object.keys(server); lister(globalThis.modern).toSorted().join() === ${ALL}`,
    "'add' in modern && !('subtract' in modern) && !('then' in modern)",
    "Object.hasOwn(modern, 'add') && !Object.hasOwn(modern, 'constructor')",
    "Object.entries(modern).every(([name, tool]) => tool === modern[name])",
    "const [, add] = Object.entries(modern).find(([name]) => name === 'add'); (await add({ a: 1, b: 2 })).sum === 3",
    "import * as layout from './servers/modern'; Object.keys(layout).includes('add')",
    "Object.keys(scripts).includes('listed_one') && !Object.keys(scripts).includes('list')",
    "'listed_one' in scripts && !('listed_two' in scripts)",
    "typeof modern.subtract === 'function'",
  ])("%s", async (code) => {
    // A warm isolate answers as a new one does.
    for (const _ of [1, 2, 3]) expect(await execute(client, { code })).toMatchObject({ ok: true, value: true });
  });

  it.each(["`${modern}`", "modern + ''", "modern == 1", "+modern", "String(modern)", "`${scripts}`"])(
    "%s calls nothing, and says so",
    async (code) => {
      const { error, logs } = await execute(client, { code });
      expect(error).toMatchObject({
        code: "RUNTIME_ERROR",
        message: expect.stringContaining("not a text or a number"),
      });
      expect(logs).toEqual([]);
    },
  );

  it("lists nothing of a server that the run may not use", async () => {
    const code = "[Object.keys(modern), 'add' in modern, Object.keys(everything).length > 0]";
    const options = { allowed_servers: ["everything"] };
    expect(await execute(client, { code, options })).toMatchObject({ value: [[], false, true] });
  });

  it("lists nothing that the credentials withhold", async () => {
    const { key } = await createKey({ servers: ["modern"], access: "read" });
    const narrow = await connect("modern", { authorization: `Bearer ${key}` });
    const code = `[Object.keys(modern).toSorted().join() === ${ALL}, Object.keys(modern).length]`;
    const { value } = await execute(narrow, { code });
    expect(value).toEqual([true, expect.any(Number)]);
    const { value: all } = await execute(client, { code: "Object.keys(modern).length" });
    expect((value as unknown[])[1]).toBeLessThan(Number(all));
    await narrow.close();
  });

  it("says what to do where the names are not known", async () => {
    const code = "const how = 'ke' + 'ys'; Object[how](modern)";
    expect(await execute(client, { code })).toMatchObject({
      ok: false,
      error: { code: "RUNTIME_ERROR", message: expect.stringContaining('await tools.list("modern")') },
    });
  });

  it("lets a script change nothing", async () => {
    const code = `
      const seen = [];
      for (const change of [() => { modern.left = 1 }, () => { delete modern.add }, () => Object.defineProperty(modern, "left", { value: 1 })])
        try { seen.push(change()) } catch (error) { seen.push(error instanceof TypeError) }
      [seen, Object.keys(modern).includes("left")]`;
    for (const _ of [1, 2])
      expect(await execute(client, { code })).toMatchObject({ value: [[true, true, true], false] });
  });
});
