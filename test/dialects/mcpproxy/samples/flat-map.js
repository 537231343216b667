[1, 2].flatMap((n) => [n, call_tool("modern", "add", { a: n, b: n }).result.sum]);
// => [1, 2, 2, 4]
