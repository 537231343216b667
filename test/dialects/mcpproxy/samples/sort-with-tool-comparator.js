const words = ["pear", "fig", undefined, "banana"];
const length = (text) => call_tool("modern", "echo", { text }).result.length;
const sorted = words.toSorted((a, b) => length(a) - length(b));
[sorted, words.sort((a, b) => length(b) - length(a)) === words, words];
// => [["fig", "pear", "banana", null], true, ["banana", "pear", "fig", null]]
