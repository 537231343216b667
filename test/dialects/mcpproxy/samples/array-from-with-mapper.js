[
  Array.from({ length: 2 }, (_, n) => call_tool("modern", "add", { a: n, b: 1 }).result.sum),
  Array.from("ab", (text) => call_tool("modern", "echo", { text }).result),
];
// => [[1, 2], ["a", "b"]]
