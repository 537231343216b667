const even = (n) => (n === 0 ? call_tool("modern", "echo", { text: "even" }).result : odd(n - 1));
const odd = (n) => (n === 0 ? "odd" : even(n - 1));
[even(4), even(3)];
// => ["even", "odd"]
