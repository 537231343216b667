// value: "default"
const page = await mcp.default_({});
JSON.parse(page.content[0].text).called
