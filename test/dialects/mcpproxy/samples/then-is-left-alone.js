const get = (text) => call_tool("modern", "echo", { text }).then((r) => r.result);
await Promise.all(["a", "b"].map(get));
// => ["a", "b"]
