// error: {"code":"INVALID_ARGS","says":"tracker.get_issue(","line":3,"hint":"Nothing was called: the script was checked before it ran."}
const id = "T-1";
await tracker.getIssue({ id });
