const lines = [];
for (const id of [1, 99, 3]) {
  const r = call_tool("notes", "summarize", { id });
  if (!r.ok) continue;
  lines.push(r.result);
}
lines;
// => ["Deploy checklist (120 words)", "Team offsite ideas (60 words)"]
