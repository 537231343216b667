const seen = [];
["a", "b"].forEach(function (text, at, all) {
  this.push(call_tool("modern", "echo", { text: text + at + all.length }).result);
}, seen);
seen;
// => ["a02", "b12"]
