const server = (name) => (tool, args) => call_tool(name, tool, args);
const modern = server("modern");
[modern("echo", { text: "made" }).result, server("notes")("summarize", { id: 3 }).ok];
// => ["made", true]
