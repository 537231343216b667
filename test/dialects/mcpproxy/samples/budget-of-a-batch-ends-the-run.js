try {
  call_tools(Array(5).fill({ server: "modern", tool: "echo", args: { text: "x" } }));
} catch {}
("still here");
// options {"max_tool_calls": 4}
// !! MAX_TOOL_CALLS_EXCEEDED - asked for more than 4 tool calls
// logs ["[isogate] aborted without an answer, may have taken effect: modern.echo, modern.echo, modern.echo, modern.echo"]
