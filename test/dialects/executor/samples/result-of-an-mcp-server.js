// value: ["get_issue","T-1",true,{"ok":true,"data":{"called":"get_issue","args":{"issue_id":"T-1"}}}]
const result = await tools.tracker.org.main.getIssue({ issue_id: "T-1" });
if (!result.ok) return result.error;
const { called } = JSON.parse(result.data.content[0].text);
return [called, result.data.args.issue_id, result.data.isError !== true, result];
