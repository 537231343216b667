const steps = [];
for (let n = 0; n < 3; n++) steps.push(() => call_tool("modern", "add", { a: n, b: 10 }).result.sum);
steps.map((step) => step());
// => [10, 11, 12]
