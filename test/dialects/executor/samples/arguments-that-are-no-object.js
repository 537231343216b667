// value: "invalid_tool_arguments"
const result = await tools.tracker.org.main.getIssue("T-1");
return result.error.code;
