// value: ["get_issue","get_issue","search_emails"]
const first = await tools.tracker.org.main.getIssue({ issue_id: "T-1" });
const second = await tools["tools.tracker.user.personal.get_issue"]({ issue_id: "T-2" });
const third = await tools["gmail.org.workspace.searchEmails"]({ query: "invoice" });
return [first, second, third].map((one) => one.data.called);
