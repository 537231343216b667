// A server of files answers with { content: "…" }, and with the same text in its content blocks.
const r = call_tool("odd", "plain", { q: "hello" });
const found = [];
for (var c of r.result.content) if (c.type === "text") found.push(c.text);
({
  text: r.result.content[0].text,
  found,
  guarded: (r.result.content && r.result.content[0] && r.result.content[0].text) || "",
  count: r.result.content.length,
  envelope: r.content?.[0]?.["text"],
  structured: r.result.structuredContent,
});
// => {"text": "hello", "found": ["hello"], "guarded": "hello", "count": 1, "envelope": "hello", "structured": {"content": "hello"}}
