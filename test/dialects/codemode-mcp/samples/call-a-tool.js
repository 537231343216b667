// value: {"called":"search-docs","args":{"q":"install"}}
const response = await fetch("http://localhost:3001/mcp/call", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ server: "docs", tool: "search-docs", args: { q: "install" } }),
});
const result = await response.json();
JSON.parse(result.content[0].text);
