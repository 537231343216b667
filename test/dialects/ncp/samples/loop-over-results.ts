// value: [{"id":1,"ok":true},{"id":3,"ok":true}]
interface Done {
  success: boolean;
  result?: string;
}
const outcomes: { id: number; ok: boolean }[] = [];
for (const id of [1, 3]) {
  const done: Done = await ncp.do({ intent: "summarize a note", context: { id } });
  outcomes.push({ id, ok: done.success && typeof done.result === "string" });
}
return outcomes;
