// error: {"code":"RUNTIME_ERROR","says":"tools.tracker.get_issue is a tool, not a text or a number"}
return `${tools.tracker.get_issue}`;
