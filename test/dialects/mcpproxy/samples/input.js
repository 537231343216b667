input.ids.map((id) => call_tool("notes", "summarize", { id }).ok);
// input {"ids": [1, 7]}
// => [true, false]
