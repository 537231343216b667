const out = [];
outer: for (const a of [1, 2, 3]) {
  for (let b = 1; b < 4; b++) {
    const { sum } = call_tool("modern", "add", { a, b }).result;
    if (sum === 3) continue outer;
    if (sum === 6) break outer;
    out.push(sum);
  }
}
let n = 0;
do {
  n = call_tool("modern", "add", { a: n, b: 2 }).result.sum;
} while (n < 5);
while (call_tool("modern", "add", { a: n, b: 0 }).result.sum > 4) n -= 1;
[out, n];
// => [[2, 4, 5], 4]
