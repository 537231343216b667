class Page {
  text = call_tool("modern", "echo", { text: "x" }).result;
}
new Page();
// !! SYNTAX_ERROR 2:10 A field of a class cannot wait
