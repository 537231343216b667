function Page() {
  this.text = call_tool("modern", "echo", { text: "x" }).result;
}
const page = new Page();
page.text;
// !! SYNTAX_ERROR 4:14 `new` cannot wait
