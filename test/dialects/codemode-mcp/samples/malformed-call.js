// value: [400,400,400,405,404]
const url = "http://localhost:3001/mcp/call";
const statuses = [];
for (const body of ["{", JSON.stringify({ server: "gmail" }), JSON.stringify({ server: "a", tool: "b", arguments: {} })]) {
  statuses.push((await fetch(url, { method: "POST", body })).status);
}
statuses.push((await fetch(url)).status, (await fetch("http://localhost:3001/mcp/gmail/prompts")).status);
statuses
