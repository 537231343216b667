// error: {"code":"TOOL_NOT_FOUND","says":"schedule","line":2}
await schedule.create({
  name: "Morning digest",
  schedule: "every day at 9am",
  tool: "code:run",
  parameters: { code: "return (await notes.list_notes({})).notes.length" },
});
