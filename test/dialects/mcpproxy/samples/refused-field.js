class Page {
  text = call_tool("modern", "echo", { text: "x" }).result;
}
new Page();
// !! SYNTAX_ERROR 2:10 A class field cannot wait
