const out = [];
for (let n = 0; n < 5; n++) out.push(call_tool("modern", "add", { a: n, b: 0 }).result.sum);
out;
// options {"max_tool_calls": 2}
// !! MAX_TOOL_CALLS_EXCEEDED - asked for more than 2 tool calls
