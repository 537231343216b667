class Page {
  constructor() {
    this.text = call_tool("modern", "echo", { text: "x" }).result;
  }
}
new Page();
// !! SYNTAX_ERROR 3:17 A constructor cannot wait
