/** Messages about a tool that does not exist, with the signature of the one that was meant. */
import { expect, it } from "vitest";
import { observeShape } from "../../sdk-gen/index.ts";
import { signatureOf, toolNotFound } from "../../src/catalog/call-target.ts";
import { toolTable } from "../../src/upstream/tool-table.ts";

it("a signature inside a sentence does not end in a comment", () => {
  const tools = ["get_notes", "get_note"].map((name) => ({ name, observedOutput: observeShape({ id: 1 }) }));
  expect(toolNotFound("notes", "get_notez", toolTable(tools)).message).toBe(
    'notes has no tool "get_notez". Did you mean notes.get_note():{id:number}? Also close: get_notes.',
  );
});

it("a signature at the end says that its type was observed", () => {
  const tool = { name: "get_notes", observedOutput: observeShape({ id: 1 }) };
  expect(signatureOf("notes", tool, "get_notes")).toBe("notes.get_notes():{id:number} // observed");
});
