const r = call_tool("modern", "fail", {});
[r.ok, r.error.code, r.error.message, "result" in r];
// => [false, "TOOL_ERROR", "the disk is full", false]
