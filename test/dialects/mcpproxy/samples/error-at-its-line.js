const r = call_tool("modern", "echo", { text: "x" });
function use(it) {
  return it.missing.deep;
}
use(r);
// !! RUNTIME_ERROR 3:21 TypeError: Cannot read properties of undefined
