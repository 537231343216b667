// MCPProxy's page of features reads the payload off the envelope; what lists or writes the envelope's own shows ok and result alone.
const all = call_tool("notes", "list-notes", { tag: "ops" });
const text = call_tool("notes", "summarize", { id: 1 });
const failed = call_tool("modern", "fail", {});
[all.notes.length, Object.keys(all), all.error, text.length, failed.ok, Object.keys(JSON.parse(JSON.stringify(all)))];
// => [2, ["ok", "result"], null, null, false, ["ok", "result"]]
