const r = call_tool("modern", "echo", { text: "hello" });
r;
// => {"ok": true, "result": "hello"}
