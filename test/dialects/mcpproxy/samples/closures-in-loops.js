var fs = [];
for (var i = 0; i < 2; i++) {
  (function (j) {
    fs.push(function () {
      return call_tool("modern", "add", { a: j, b: i }).result.sum;
    });
  })(i);
}
fs.map(function (f) {
  return f();
});
// => [2, 3]
