/** The `content` of a payload that has one of its own, in a script that reads lists of blocks. */
import { expect, it } from "vitest";
import { fromWire } from "../../../dialects/mcpproxy/guest/wire-result.js";

it.each([
  { payload: { content: "a text" }, isHidden: false },
  { payload: { content: [{ id: 1 }] }, isHidden: false },
  // A page without records is read as one with records.
  { payload: { content: [] }, isHidden: false },
  { payload: { content: [{ text: "of a model" }] }, isHidden: true },
  { payload: { content: [{ type: "image" }] }, isHidden: true },
])("$payload: its own content hides the blocks: $isHidden", ({ payload, isHidden }) => {
  const said = JSON.stringify(payload);
  const content = [{ type: "text", text: said }];
  const answer = fromWire({ content, structuredContent: structuredClone(payload) }, "files", "read", true);
  const given = (answer as { readonly result: { readonly content: unknown } }).result;
  expect([...(given.content as Iterable<unknown>)]).toStrictEqual(isHidden ? payload.content : content);
  expect(JSON.stringify(given)).toBe(said);
});
