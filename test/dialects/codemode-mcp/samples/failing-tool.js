// value: [200,true,"the printer is on fire"]
const response = await fetch("http://localhost:3001/mcp/call", {
  method: "POST",
  body: JSON.stringify({ server: "docs", tool: "broken", args: {} }),
});
const result = await response.json();
return [response.status, result.isError, result.content[0].text];
