const good = { server: "modern", tool: "echo", args: { text: "x" } };
[
  call_tools("x"),
  call_tools([good, { tool: "t" }]),
  call_tools([good, 5]),
  call_tools([{ ...good, args: null }]),
  call_tools(Array(101).fill(good)),
  call_tools([good], { max_parallel: 0 }),
  call_tools([good], { max_parallel: "2" }),
  call_tools([good], 5),
].map((r) => [r.ok, r.error.code, r.error.message.slice(0, 24)]);
// => [[false, "INVALID_ARGS", "call_tools: takes an arr"], [false, "INVALID_ARGS", "call_tools: element 1: s"], [false, "INVALID_ARGS", "call_tools: element 1: m"], [false, "INVALID_ARGS", "call_tools: element 0: a"], [false, "INVALID_ARGS", "call_tools: 101 requests"], [false, "INVALID_ARGS", "call_tools: max_parallel"], [false, "INVALID_ARGS", "call_tools: max_parallel"], [false, "INVALID_ARGS", "call_tools: options must"]]
