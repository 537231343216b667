// like: ["notes","everything","gmail","google-drive","calendar","tracker","helpdesk","docs","my-garden-B-ro"]
const res = await fetch("http://localhost:3001/mcp/servers");
await res.json()
