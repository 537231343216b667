/** The mentions of a script survive its rewriting, which writes the name of a called member as a string. */
import { describe, expect, it } from "vitest";
import { mcpproxyRewrite } from "../../../dialects/mcpproxy/rewrite.ts";
import { prepareScript, type PreparedScript } from "../../../worker-loader/prepare/prepare.ts";

async function prepared(code: string): Promise<PreparedScript> {
  const transpile = () => Promise.reject(new Error("The script is JavaScript."));
  const read = await prepareScript(code, "javascript", transpile, [], [mcpproxyRewrite]);
  if (!read.ok) throw new Error(read.error.message);
  return read.script;
}

const TOOL = `call_tool("notes", "list_notes", {})`;
/** An object whose method may be the built-in or wait for a tool. */
const either = (name: string): string => `class Own { ${name} = () => ${TOOL} } const it = input ? new Own() : Object;`;

describe("a script whose calls are rewritten", () => {
  it("has the name of a tool function that it calls as a member of the global object", async () => {
    const { mentions } = await prepared(`globalThis.call_tool("notes", "list_notes", {}).ok`);
    expect(mentions.has("call_tool")).toBe(true);
  });

  it("is not reused if it may change built-ins", async () => {
    expect((await prepared(`${either("getPrototypeOf")} it.getPrototypeOf([]).left = 1;`)).isReusable).toBe(false);
  });

  it("may define accessors", async () => {
    const code = `${either("defineProperty")} it.defineProperty({}, "x", { get: function () { return 1 } })`;
    expect((await prepared(code)).definesAccessors).toBe(true);
  });

  it("may list members", async () => {
    expect((await prepared(`${either("keys")} it.keys(notes)`)).listsMembers).toBe(true);
  });

  it("uses the members that it calls", async () => {
    const { members } = await prepared(`${either("repeat")} it.repeat(2)`);
    expect(members?.has("repeat") ?? true).toBe(true);
  });
});
