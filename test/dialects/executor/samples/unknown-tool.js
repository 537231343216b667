// value: ["tool_not_found",true,"tool_not_found",true]
const first = await tools.tracker.get_issues({ issue_id: "T-1" });
const second = await tools.tracker.org.main.getIssues({ issue_id: "T-1" });
return [first, second].flatMap(({ error }) => [error.code, error.message.includes("Did you mean tracker.get_issue(")]);
