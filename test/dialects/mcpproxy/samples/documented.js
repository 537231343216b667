const r = call_tool("notes", "list-notes", { tag: "ops" });
if (r.ok)
  r.result.notes
    .map(({ id }) => call_tool("notes", "summarize", { id }))
    .filter((one) => one.ok)
    .map((one) => one.result);
// => ["Deploy checklist (120 words)", "Why one script beats ten calls (840 words)"]
