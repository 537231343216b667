function down(n) {
  if (n < 0) return call_tool("modern", "echo", { text: "never" }).result;
  return down(n + 1) + 1;
}
let thrown;
try {
  down(0);
} catch (error) {
  thrown = error.message;
}
[thrown, call_tool("modern", "echo", { text: "after" }).result];
// => ["Maximum call stack size exceeded", "after"]
