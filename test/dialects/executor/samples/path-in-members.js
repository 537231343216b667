// value: {"ok":true,"data":{"called":"get_issue","args":{"issue_id":"T-1"}}}
return await tools.tracker.get_issue({ issue_id: "T-1" });
