class Page {
  static {
    this.text = call_tool("modern", "echo", { text: "x" }).result;
  }
}
Page.text;
// !! SYNTAX_ERROR 3:17 A static block cannot wait
