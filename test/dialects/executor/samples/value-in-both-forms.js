// value: [["T-1","T-2"],{"ok":true,"data":{"called":"get_issue","args":{"issue_id":"T-1"}}},["ok","data"],true]
const one = await tools.tracker.get_issue({ issue_id: "T-1" });
const { args } = await tools.tracker.get_issue({ issue_id: "T-2" });
return [[one.args.issue_id, args.issue_id], one, Object.keys(one), "called" in one];
