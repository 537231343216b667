// value: ["T-1","T-1"]
import { getIssue } from "./servers/tracker/getIssue.ts";
import again from "../../servers/tracker/get_issue";

const first = await getIssue({ issue_id: "T-1" });
const second = await again({ issue_id: "T-1" });
return [first.args.issue_id, second.args.issue_id];
