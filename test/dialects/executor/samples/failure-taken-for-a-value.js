// error: {"code":"TOOL_ERROR","says":"docs.broken: the printer is on fire","line":3}
const pages = await tools.docs.broken({});
return pages.length;
