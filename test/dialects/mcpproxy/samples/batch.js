const slots = call_tools(
  [
    { server: "modern", tool: "echo", args: { text: "a" } },
    { server: "modern", tool: "fail" },
    { server: "nowhere", tool: "x" },
    { server: "modern", tool: "add", args: { a: 1, b: 2 } },
  ],
  { max_parallel: 2 },
);
slots.map((s) => (s.ok ? s.result : s.error.code));
// => ["a", "TOOL_ERROR", "TOOL_NOT_FOUND", {"sum": 3}]
