function* g(n = call_tool("modern", "echo", { text: "x" }).result) {
  yield n;
}
[...g()];
// !! SYNTAX_ERROR 1:17 A default value of a generator cannot wait
