// error: {"code":"RUNTIME_ERROR","says":"An await is missing: (await tools.tracker.get_issue(…)).data"}
const issue = tools.tracker.get_issue({ issue_id: "T-1" });
return issue.data;
