const r = call_tool("notes", "list-notes", {});
r.ok ? r.result.notes.filter((n) => n.tags.includes("ops")).map((n) => n.title) : [];
// => ["Deploy checklist", "Why one script beats ten calls"]
