// value: [true,"helpdesk:create_issue",{"title":"The door squeaks"}]
const outcome = await ncp.do("helpdesk:create_issue", { subject: "The door squeaks" });
[outcome.success, outcome.tool, outcome.result.args]
