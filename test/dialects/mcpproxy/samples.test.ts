/**
 * Scripts as people write them for MCPProxy, one in each file, run by an MCP client against real upstreams. The last line of a file says what
 * comes of it: `// => value`, or `// !! CODE line:column text of the message`; `// input …` and `// options …` may stand before.
 */
import type { Client } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { connect, execute } from "../../support/client.ts";

const files = (import.meta as unknown as { glob(path: string, options: object): Record<string, string> }).glob(
  "./samples/*",
  { query: "?raw", import: "default", eager: true },
);

let client: Client;
beforeAll(async () => {
  client = await connect();
});

const samples = Object.entries(files).map(([path, code]) => ({ name: path.replace("./samples/", ""), code }));

function said(code: string, what: string): unknown {
  const line = code.split("\n").find((one) => one.startsWith(`// ${what} `));
  return line && JSON.parse(line.slice(what.length + 4));
}

function wanted(code: string): object {
  const [, errorCode, place, message = ""] = /^\/\/ !! (\S+) (\S+) (.*)$/m.exec(code) ?? [];
  if (errorCode === undefined) return { value: said(code, "=>"), code: undefined, place: "-", message: undefined };
  return { value: undefined, code: errorCode, place, message: expect.stringContaining(message) };
}

describe("MCPProxy's scripts", () => {
  it("are many", () => {
    expect(samples.length).toBeGreaterThanOrEqual(90);
    expect(samples.filter(({ name }) => name.startsWith("refused-")).length).toBeGreaterThanOrEqual(15);
  });

  it.each(samples)("$name", async ({ name, code }) => {
    const options = said(code, "options");
    const input = said(code, "input");
    const language = name.endsWith(".ts") ? "typescript" : "javascript";
    const ended = await execute(client, {
      code,
      language,
      ...(input ? { input } : {}),
      ...(options ? { options } : {}),
    });
    const { line, column } = ended.error ?? {};
    const place = line === undefined ? "-" : `${line}:${column}`;
    const got = { value: ended.value, logs: ended.logs, code: ended.error?.code, place, message: ended.error?.message };
    expect(got).toEqual({ logs: said(code, "logs") ?? [], ...wanted(code) });
  });
});
