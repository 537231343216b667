var o = { a: 1 };
with (o) { a = call_tool("notes", "list-notes", {}).ok; }
// !! SYNTAX_ERROR 2:1 The with statement is not allowed
