const r = call_tool("modern", "echo", { text: '{"id":7,"content":"hello"}' });
[JSON.parse(r.result.content[0].text).id, r.result.id, r];
// => [7, 7, {"ok": true, "result": {"id": 7, "content": "hello"}}]
