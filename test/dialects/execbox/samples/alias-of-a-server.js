// value: ["get_issue","get-document","1st-page"]
const issue = await tracker.getIssue({ issue_id: "T-1" });
const page = await google_drive.getDocument({ documentId: "d" });
const first = await docs._1st_page({});
[issue.called, page.called, first.called]
