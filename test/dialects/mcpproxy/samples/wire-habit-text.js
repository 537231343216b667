const r = call_tool("modern", "echo", { text: '{"n":1}' });
const data = JSON.parse(r.result.content[0].text);
[data, r.result.isError, r.result.n];
// => [{"n": 1}, false, 1]
