const echo = (n) => call_tool("modern", "echo", { text: String(n) }).result;
function plain(n) {
  return n === 0 ? Number(echo(0)) : plain(n - 1) + 1;
}
function inMap(n) {
  return n === 0 ? Number(echo(0)) : [n].map((one) => inMap(one - 1))[0] + 1;
}
class Tree {
  #depth(n) {
    return n === 0 ? Number(echo(0)) : this.#depth(n - 1) + 1;
  }
  depth(n) {
    return this.#depth(n);
  }
}
function* steps(n) {
  if (n > 0) yield* steps(n - 1);
  else yield* [echo(1), echo(2)];
}
[plain(9000), inMap(1500), new Tree().depth(1500), [...steps(1500)]];
// => [9000, 1500, 1500, [1, 2]]
