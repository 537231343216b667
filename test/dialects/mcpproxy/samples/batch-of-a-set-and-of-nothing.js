[
  call_tools(new Set([{ server: "modern", tool: "echo", args: { text: "s" } }]))[0].result,
  call_tools([]),
  call_tools([], null),
  call_tools([], { max_parallel: 32, other: 1 }),
];
// => ["s", [], [], []]
