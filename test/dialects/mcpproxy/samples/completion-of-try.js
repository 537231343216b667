try {
  const r = call_tool("modern", "fail", {});
  if (!r.ok) throw new Error(r.error.message);
  r.result;
} catch (e) {
  e.message.toUpperCase();
}
// => "MODERN.FAIL: THE DISK IS FULL"
