// error: {"code":"RUNTIME_ERROR","says":"There is no tools.tracker","line":2}
return await tools.tracker({ issue_id: "T-1" });
