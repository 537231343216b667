JSON.stringify({ a: 1 }, (key, value) => call_tool("modern", "echo", { text: "x" }).ok);
// !! SYNTAX_ERROR 1:1 JSON.stringify cannot wait
