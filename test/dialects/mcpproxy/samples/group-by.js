Object.groupBy([1, 2, 3], (n) => (call_tool("modern", "add", { a: n, b: 1 }).result.sum % 2 ? "odd" : "even"));
// => {"even": [1, 3], "odd": [2]}
