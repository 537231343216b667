// error: {"code":"TOOL_NOT_FOUND","says":"gmail.send_email","line":2}
await mcp.send_emails({ to: "x" });
