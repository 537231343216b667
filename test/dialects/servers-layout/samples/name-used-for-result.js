// value: ["search-docs","T-9"]
import { search_docs as searchDocs } from "./servers/docs";
import { getIssue } from "./servers/tracker";

const docs = await searchDocs({ q: "door" });
const tracker = await getIssue({ issue_id: "T-9" });
[docs.called, tracker.args.issue_id]
