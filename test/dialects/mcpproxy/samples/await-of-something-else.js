const p = new Promise((resolve) => resolve("later"));
const r = call_tool("modern", "echo", { text: "now" });
[await p, r.result, r.ok ? await Promise.resolve(1) : 0]
// => ["later", "now", 1]
