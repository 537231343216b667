JSON.parse('{"a":[1,2],"drop":0}', (key, value) =>
  typeof value === "number" ? call_tool("modern", "add", { a: value, b: 0 }).result.sum || undefined : value,
);
// => {"a": [1, 2]}
