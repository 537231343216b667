// Answers of a model have a content of their own that is a list of blocks. One that is empty says nothing of its kind.
const said = call_tool("modern", "echo", { text: '{"id":"msg","content":[{"type":"text","text":"Hi"}]}' });
const page = call_tool("modern", "echo", { text: '{"content":[]}' });
[said.result.content[0].text, said.result.content.map((block) => block.type), page.result.content.map(({ text }) => text)];
// => ["Hi", ["text"], ["{\"content\":[]}"]]
