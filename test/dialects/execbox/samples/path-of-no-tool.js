// error: {"code":"TOOL_NOT_FOUND","says":"No server has a tool \"tracker.search_docs\"","line":2}
await codemode["tracker.search_docs"]({ q: "x" });
