const r = call_tool("notes", "list-notes", { tag: "people" });
if (r.ok) {
  r.result.notes.map((n) => call_tool("notes", "summarize", { id: n.id, style: "shout" }).result);
} else {
  ("none");
}
// => ["TEAM OFFSITE IDEAS (60 WORDS)"]
