// value: ["T-1","T-2","T-3"]
const ids = ["T-1", "T-2", "T-3"];
const results = await Promise.all(ids.map((issue_id) => tools.tracker.get_issue({ issue_id })));
return results.filter((one) => one.ok).map((one) => one.data.args.issue_id);
