const r = call_tool("modern", "fail", {});
[r.ok, r.error.code, r.error.message, "result" in r];
// => [false, "TOOL_ERROR", "modern.fail: the disk is full", false]
