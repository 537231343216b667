(function () {
  const r = call_tool("modern", "echo", { text: "early" });
  if (r.ok) return r.result;
  return "late";
})();
// => "early"
