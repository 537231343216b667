[1, 2, 3].reduce((total, n) => call_tool("modern", "add", { a: total, b: n }).result.sum, 10);
// => 16
