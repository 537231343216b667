var o = {};
Promise.resolve(call_tool("modern", "echo", { text: "x" })).then(function (r) {
  o.v = r.result;
});
o;
// => {"v":"x"}
