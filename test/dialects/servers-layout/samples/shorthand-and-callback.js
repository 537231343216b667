// value: [["1","2"],"function"]
import { getIssue, linkIssues } from "./servers/tracker";
const tools = { getIssue, link: linkIssues };
const issues = await Promise.all(["1", "2"].map((issue_id) => tools.getIssue({ issue_id })));
[issues.map((issue) => issue.args.issue_id), typeof tools.link]
