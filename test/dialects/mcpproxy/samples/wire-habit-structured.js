const r = call_tool("modern", "add", { a: 2, b: 3 });
[r.result.structuredContent.sum, r.result.sum, r.result.content[0].text, Object.keys(r.result)];
// => [5, 5, "5", ["sum"]]
