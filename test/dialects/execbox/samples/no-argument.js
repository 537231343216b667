// value: 3
const { structuredContent } = await mcp.list_notes();
structuredContent.notes.length
