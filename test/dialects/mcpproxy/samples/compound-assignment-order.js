let x = 1;
const change = () => {
  x = 100;
  return call_tool("modern", "add", { a: 5, b: 0 }).result.sum;
};
x += change();
const list = [0, 0];
let at = 0;
list[at++] = call_tool("modern", "add", { a: at, b: 0 }).result.sum;
list[at] += change();
[x, list, at];
// => [100, [1, 5], 1]
