// like: {"path":"tracker.get_issues","error":{"code":"tool_not_found"}}
const details = await tools.describe.tool({ path: "tracker.get_issues" });
if (!details.error.suggestions.includes("tracker.get_issue")) throw new Error(details.error.suggestions.join());
return details;
