function f(a, b = call_tool("modern", "add", { a, b: 1 }).result.sum, ...rest) {
  return [a, b, rest.length, arguments.length];
}
[f(1), f(1, 5, 6)];
// => [[1, 2, 0, 1], [1, 5, 1, 3]]
