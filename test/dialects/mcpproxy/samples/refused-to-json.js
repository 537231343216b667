class Row {
  toJSON() {
    return call_tool("modern", "echo", { text: "x" }).result;
  }
}
JSON.stringify(new Row());
// !! SYNTAX_ERROR 3:12 The language itself calls toJSON
