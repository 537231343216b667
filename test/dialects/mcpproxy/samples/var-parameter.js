function f(name) {
  var name = name || "nobody";
  return call_tool("modern", "echo", { text: name }).result;
}
[f(), f("me")];
// => ["nobody", "me"]
