const n = {
  [Symbol.toPrimitive]() {
    return call_tool("modern", "echo", { text: "x" }).result;
  },
};
+n;
// !! SYNTAX_ERROR 3:12 The language itself calls Symbol.toPrimitive
