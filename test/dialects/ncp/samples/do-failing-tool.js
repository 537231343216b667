// value: {"success":false,"error":"docs.broken: the printer is on fire","code":"TOOL_ERROR","tool":"docs:broken"}
const { success, error, code, tool } = await ncp.do("docs:broken");
({ success, error, code, tool })
