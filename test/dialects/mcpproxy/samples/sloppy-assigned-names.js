count = 0;
for (name in { a: 1, b: 2 }) count = count + (call_tool("notes", "list-notes", { tag: name }).ok ? 1 : 0);
function bump() { bumped = count * 2; }
bump();
({ count, name, bumped })
// => {"count":2,"name":"b","bumped":4}
