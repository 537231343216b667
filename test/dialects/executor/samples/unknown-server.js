// value: ["tool_not_found",true,"tool_not_found",true]
const first = await tools.trakcer.get_issue({ issue_id: "T-1" });
const second = await tools.trakcer.org.main.getIssue({ issue_id: "T-1" });
return [first, second].flatMap(({ error }) => [error.code, error.message.includes("Did you mean tracker")]);
