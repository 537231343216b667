// value: ["get_issue","mine"]
import { getIssue } from "./servers/tracker";
const mine = ((getIssue) => getIssue())(() => "mine");
const theirs = await getIssue({ issue_id: "T-2" });
[theirs.called, mine]
