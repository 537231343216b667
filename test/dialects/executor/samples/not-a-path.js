// error: {"code":"RUNTIME_ERROR","says":"tracker.tool({ … })","line":2}
return await tools.tracker({ issue_id: "T-1" });
