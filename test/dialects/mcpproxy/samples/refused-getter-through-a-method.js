class Page {
  load() {
    return call_tool("modern", "echo", { text: "x" });
  }
  get text() {
    return this.load().result;
  }
}
new Page().text;
// !! SYNTAX_ERROR 6:12 A getter cannot wait
