// error: {"code":"TOOL_NOT_FOUND","says":"tracker.create_issue, helpdesk.create_issue","line":3}
const title = "Broken door";
await codemode.create_issue({ title });
