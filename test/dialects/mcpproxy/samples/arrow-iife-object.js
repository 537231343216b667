(() => ({ sum: call_tool("modern", "add", { a: 1, b: 2 }).result.sum }))();
// => {"sum": 3}
