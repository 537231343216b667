// value: [true,"the printer is on fire"]
const outcome = await mcp.broken({});
[outcome.isError, outcome.content[0].text]
