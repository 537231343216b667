const two = () => call_tool("notes", "list-notes", { tag: "ops" }).result.notes;
[
  [...two(), 0].length,
  Math.max(...two().map((n) => call_tool("modern", "add", { a: n.words, b: 0 }).result.sum)),
  { ...two()[0] }.id,
];
// => [3, 840, 1]
