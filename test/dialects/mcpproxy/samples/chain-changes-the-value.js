async function get(text) {
  return call_tool("modern", "echo", { text }).result;
}
var all = [];
get("a")
  .then(function (v) {
    all.push(v);
    return get("b");
  })
  .then(function (v) {
    all.push(v);
  });
all;
// => ["a","b"]
