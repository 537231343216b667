const note = call_tool("odd", "plain", { q: "a\nb" });
const page = call_tool("modern", "echo", { text: '{"content":[{"id":1},{"id":2}]}' });
const other = { text: "a text that no block has", type: "text" };
[
  note.result.content,
  note.result.content.length,
  note.result.content.split("\n"),
  [...note.result.content].length,
  page.result.content.map(({ id }) => id),
  page.result.content.length,
  other.text,
  `${note.content}: ${note.result?.content[0]}`,
];
// => ["a\nb", 3, ["a", "b"], 3, [1, 2], 2, "a text that no block has", "a\nb: a"]
