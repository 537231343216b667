const page = call_tool("modern", "echo", { text: '{"content":[{"id":1},{"id":2}],"total":2}' });
const note = call_tool("modern", "echo", { text: '{"content":{"markdown":"# Hi"}}' });
const parsed = JSON.parse(page.result.content.find((block) => block.type === "text").text);
[parsed.content.length, page.result, note.result, JSON.parse(note.result.content[0].text).content.markdown];
// => [2, {"content": [{"id": 1}, {"id": 2}], "total": 2}, {"content": {"markdown": "# Hi"}}, "# Hi"]
