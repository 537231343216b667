const n = {
  valueOf() {
    return call_tool("modern", "add", { a: 1, b: 2 }).result.sum;
  },
};
n + 1;
// !! SYNTAX_ERROR 3:12 The language itself calls valueOf
