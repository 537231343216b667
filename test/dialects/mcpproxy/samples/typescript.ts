interface Note {
  id: number;
  title: string;
}
enum Style {
  Plain = "plain",
  Shout = "shout",
}
const list = (tag?: string): Note[] => call_tool("notes", "list-notes", tag ? { tag } : {}).result.notes as Note[];
const lines: string[] = list("people").map(
  ({ id }: Note): string => call_tool("notes", "summarize", { id, style: Style.Shout }).result,
);
lines;
// => ["TEAM OFFSITE IDEAS (60 WORDS)"]
