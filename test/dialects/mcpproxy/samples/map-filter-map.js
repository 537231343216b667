[1, 2, 99]
  .map((id) => call_tool("notes", "summarize", { id }))
  .filter((r) => r.ok)
  .map((r) => r.result);
// => ["Deploy checklist (120 words)", "Why one script beats ten calls (840 words)"]
