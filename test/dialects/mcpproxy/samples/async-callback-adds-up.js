var total = 0;
var seen = [];
[1, 2, 3].forEach(async (i) => {
  total += call_tool("modern", "echo", { text: "x" }).result.length * i;
  seen.push(i);
  await null;
  seen.push(call_tool("modern", "echo", { text: "later " + i }).result);
});
[total, seen];
// => [6,[1,2,3,"later 1","later 2","later 3"]]
