// value: [1,2,3]
const bodies = await Promise.all(
  [1, 2, 3].map((n) =>
    fetch("http://localhost:3001/mcp/call", {
      method: "POST",
      body: JSON.stringify({ server: "everything", tool: "get-sum", args: { a: n, b: 0 } }),
    }).then((response) => response.json()),
  ),
);
bodies.map((body) => Number(/is (\d+)/.exec(body.content[0].text)[1]))
