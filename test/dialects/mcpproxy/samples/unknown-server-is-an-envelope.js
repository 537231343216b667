const r = call_tool("nowhere", "x", {});
[r.ok, r.error.code];
// => [false, "TOOL_NOT_FOUND"]
