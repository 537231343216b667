function must(r) {
  if (!r.ok) throw new Error(r.error.code);
  return r.result;
}
const out = [];
try {
  out.push(must(call_tool("modern", "echo", { text: "a" })));
  out.push(must(call_tool("modern", "fail", {})));
} catch ({ message }) {
  out.push(message);
} finally {
  out.push(call_tool("modern", "echo", { text: "f" }).result);
}
out;
// => ["a", "TOOL_ERROR", "f"]
