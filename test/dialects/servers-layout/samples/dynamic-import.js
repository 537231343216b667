// value: ["list-notes",3,"get_issue","get_issue"]
const { listNotes } = await import("./servers/notes");
const tracker = await import(`./servers/tracker/index.ts`);
const { default: getIssue, get_issue } = await import("./servers/tracker/get_issue.ts");
const { notes: all } = await listNotes({});
const one = await tracker.getIssue({ issue_id: "1" });
const two = await getIssue({ issue_id: "2" });
["list-notes", all.length, one.called, get_issue === getIssue ? two.called : "different"]
