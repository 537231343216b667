// value: "every day at 9am"
const created = await schedule.create({
  name: "Morning digest",
  schedule: "every day at 9am",
  tool: "code:run",
  parameters: { code: "return (await notes.list_notes({})).notes.length" },
});
await schedule.delete("Morning digest");
created.schedule;
