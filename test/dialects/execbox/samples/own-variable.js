// value: 2
const mcp = [1, 2];
mcp.length
