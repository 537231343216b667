// The script reads blocks: of a payload with a content of its own, what is returned, written or joined to a text is still the payload's.
const read = call_tool("odd", "plain", { q: "hello" });
const note = call_tool("modern", "echo", { text: '{"id":7,"content":"of the note"}' });
const sent = call_tool("modern", "echo", { text: `${note.result.content}` });
console.log(note.result.content, note.result);
[
  read.result.content[0].text,
  note.result.content,
  "Note: " + note.result.content,
  JSON.stringify(note.result),
  { ...note.result },
  sent.result,
];
// logs ["of the note {\"id\":7,\"content\":\"of the note\"}"]
// => ["hello", "of the note", "Note: of the note", "{\"id\":7,\"content\":\"of the note\"}", {"id": 7, "content": "of the note"}, "of the note"]
