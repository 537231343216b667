// value: [200,"application/json",true,"get_issue"]
const request = new Request(new URL("/mcp/call", "http://localhost:3001"), {
  method: "POST",
  body: JSON.stringify({ server: "tracker", tool: "get_issue", args: { issue_id: "T-1" } }),
});
const response = await fetch(request);
const { content } = await response.json();
[response.status, response.headers.get("content-type"), response instanceof Response, JSON.parse(content[0].text).called]
