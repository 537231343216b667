class Page {
  static text = call_tool("modern", "echo", { text: "x" }).result;
}
Page.text;
// !! SYNTAX_ERROR 2:17 A class field cannot wait
