const xs = Int32Array.from([1, 2], (n) => call_tool("modern", "add", { a: n, b: 1 }).result.sum);
xs;
// !! SYNTAX_ERROR 1:12 Int32Array.from cannot wait
