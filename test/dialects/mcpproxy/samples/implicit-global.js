total = 0;
for (id of [1, 2]) total += call_tool("modern", "add", { a: id, b: 0 }).result.sum;
total;
// => 3
