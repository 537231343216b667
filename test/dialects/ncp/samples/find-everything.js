// value: [true,true]
const all = await ncp.find("");
const servers = new Set(all.map((tool) => tool.mcp));
[all.length > 5, servers.has("gmail") && servers.has("google-drive")]
