[null, [], "text", 5].map((args) => call_tool("modern", "echo", args).error.code);
// => ["INVALID_ARGS", "INVALID_ARGS", "INVALID_ARGS", "INVALID_ARGS"]
