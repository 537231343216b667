const r = call_tool("modern", "echo", { text: "x" });
if (r.ok) return { done: r.result };
return null;
// => {"done": "x"}
