// value: [500,"TOOL_NOT_FOUND"]
const response = await fetch("http://localhost:3001/mcp/call", {
  method: "POST",
  body: JSON.stringify({ server: "gmail", tool: "send_fax", args: {} }),
});
return [response.status, (await response.json()).code];
