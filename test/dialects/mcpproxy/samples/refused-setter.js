const o = {
  set text(value) {
    call_tool("modern", "echo", { text: "x" });
  },
};
o.text = 1;
// !! SYNTAX_ERROR 3:5 A setter cannot wait
