const o = {
  get text() {
    return call_tool("modern", "echo", { text: "x" }).result;
  },
};
o.text;
// !! SYNTAX_ERROR 3:12 A getter cannot wait
