// value: true
const response = await fetch(new URL("http://localhost/mcp/servers"), { method: "POST" });
const copy = response.clone();
(await response.text()) === JSON.stringify(await copy.json())
