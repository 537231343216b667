// value: ["schedule_meeting",true]
const found = await tools.search({ namespace: "calendar", query: "schedule a meeting", limit: 5 });
let tool = tools;
for (const segment of found.items[0].path.split(".")) tool = tool[segment];
const made = await tool({ title: "Review", start: "2026-11-21T10:00:00Z", end: "2026-11-21T11:00:00Z" });
return [made.data.called, made.ok];
